;; Worstcase's interface used by hand: passes on the greater of two inputs, and charges 10 for it.
(module
  (import "worstcase" "input_i32" (func $input (result i32)))
  (import "worstcase" "input_i32_in" (func $input_in (param i32 i32) (result i32)))
  (import "worstcase" "output_i32" (func $output (param i32)))
  (import "worstcase" "cost" (func $cost (param i64)))
  (func (export "run") (local $a i32) (local $b i32)
    (local.set $a (call $input))
    (local.set $b (call $input_in (i32.const 0) (i32.const 9)))
    (call $cost (i64.const 10))
    (if (i32.gt_s (local.get $a) (local.get $b))
      (then (call $output (local.get $a)))
      (else (call $output (local.get $b))))))
