@head@
module CmpthesePrelude where
import CmptheseParams
{-# LINE 1 "cmpthese:need" #-}
@needs@
{-# LINE 1 "cmpthese:prelude" #-}
@prelude@
