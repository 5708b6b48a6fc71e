;; Passes on numbers for ever.
(module
  (import "worstcase" "output_bytes" (func $output (param i32 i32)))
  (memory 1)
  (func (export "run")
    (loop $forever
      (call $output (i32.const 0) (i32.const 65536))
      (br $forever))))
