(module (func $deeper (export "run") (call $deeper)))
