;; Reads standard input to one of four places, none of which is address 0: there are four paths, whatever is read.
(module
  (import "worstcase" "input_i32_in" (func $in (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (i32.store (i32.const 64) (i32.add (i32.const 1000) (call $in (i32.const 0) (i32.const 3))))
    (i32.store (i32.const 68) (i32.const 4))
    (drop (call $read (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 80)))
    (if (i32.eq (i32.load8_u (i32.const 0)) (i32.const 65))
      (then (unreachable)))))
