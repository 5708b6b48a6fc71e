(module (func (export "run") (loop $forever (br $forever))))
