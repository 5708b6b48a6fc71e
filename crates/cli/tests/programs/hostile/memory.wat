(module
  (memory 1)
  (func (export "run")
    (loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))))
