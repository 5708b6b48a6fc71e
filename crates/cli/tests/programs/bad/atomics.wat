(module
  (memory 1)
  (func (export "run")
    (drop (i32.atomic.load (i32.const 0)))))
