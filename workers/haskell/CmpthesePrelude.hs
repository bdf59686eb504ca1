@head@
-- The code sees of Prelude what the prelude sees: what that hides is its own there, too.
module CmpthesePrelude (module CmpthesePrelude, module Prelude) where
import CmptheseParams
{-# LINE 1 "cmpthese:need" #-}
@needs@
{-# LINE 1 "cmpthese:prelude" #-}
@prelude@
