;; Lets memory grow by a page, as often as it may: few instructions, much time.
(module
  (import "worstcase" "input_i32" (func $input (result i32)))
  (memory (export "memory") 1)
  (func (export "run") (local $x i32) (local $i i32)
    (local.set $x (call $input))
    (loop
      (drop (memory.grow (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (if (i32.eq (local.get $i) (local.get $x)) (then (local.set $x (i32.const -1))))
      (br_if 0 (i32.lt_u (local.get $i) (i32.const 16000))))))
