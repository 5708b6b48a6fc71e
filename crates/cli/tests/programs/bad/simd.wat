(module
  (func (export "run")
    (drop (v128.const i32x4 0 0 0 0))))
