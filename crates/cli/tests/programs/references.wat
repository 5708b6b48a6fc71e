;; Parameters that no C has, and no memory for arrays to lie in.
(module
  (func (export "reference") (param i32 externref))
  (func (export "address") (param i32) (result i32) (local.get 0))
  (func (export "sum") (param i64 f32) (result f64)
    (f64.add (f64.convert_i64_s (local.get 0)) (f64.promote_f32 (local.get 1)))))
