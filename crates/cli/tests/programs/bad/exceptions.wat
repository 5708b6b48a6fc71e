(module
  (tag $failed)
  (func (export "run")
    (throw $failed)))
