(module
  (type $point (struct (field i32) (field i32)))
  (func (export "run")))
