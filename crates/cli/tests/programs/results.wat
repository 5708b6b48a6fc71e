;; Results of every type.
(module
  (func (export "run") (result i32 i64 f32 f64 f64 externref)
    (i32.const -1) (i64.const -1) (f32.const 0.1) (f64.const inf) (f64.const nan) (ref.null extern))
  (func (export "table") (param i32) (result i32)
    (block (block (block (br_table 0 1 2 (local.get 0))) (return (i32.const 10))) (return (i32.const 20)))
    (i32.const 30)))
