;; The first import is never called, which is fine.
(module
  (import "env" "unused" (func))
  (import "env" "mystery" (func $mystery (param i32)))
  (func $helper (call $mystery (i32.const 1)))
  (func (export "run") (call $helper)))
