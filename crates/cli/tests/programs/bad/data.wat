(module
  (memory 1)
  (data (i32.const 70000) "beyond the end")
  (func (export "run")))
