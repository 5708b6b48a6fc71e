;; Without debug information, loops have numbers and parameters too.
(module
  (func $square (param i32) (result i32)
    (i32.mul (local.get 0) (local.get 0)))
  (func (export "count") (param i32) (result i32)
    (local i32)
    (loop
      (if (i32.lt_s (local.get 1) (local.get 0))
        (then
          (local.set 1 (i32.add (local.get 1) (i32.const 1)))
          (br 1))))
    (local.get 1)))
