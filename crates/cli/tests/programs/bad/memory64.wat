(module
  (memory i64 1)
  (func (export "run")))
