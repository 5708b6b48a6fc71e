(module
  (func $f (export "run")
    (return_call $f)))
