(module (memory 65536) (func (export "run")))
