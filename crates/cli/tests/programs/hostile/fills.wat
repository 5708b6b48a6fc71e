;; Fills half a gigabyte a billion times: few instructions, much time.
(module
  (import "worstcase" "input_i32" (func $input (result i32)))
  (memory (export "memory") 8192)
  (func (export "run") (local $x i32) (local $i i32)
    (local.set $x (call $input))
    (loop
      (memory.fill (i32.const 0) (local.get $i) (i32.const 0x20000000))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if 0 (i32.lt_u (local.get $i) (i32.const 1000000000))))
    (if (i32.gt_s (local.get $x) (i32.const 5)) (then (call $nothing))))
  (func $nothing))
