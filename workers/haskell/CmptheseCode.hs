@head@
{-# LANGUAGE ExtendedDefaultRules, FlexibleContexts, MagicHash, MonoLocalBinds, NoImplicitPrelude, PartialTypeSignatures #-}
{-# OPTIONS_GHC -fno-full-laziness -Wno-partial-type-signatures #-}
module CmptheseCode where {
import qualified CmptheseHost;
import CmptheseHost (whnf);
import CmptheseParams;
import CmpthesePrelude;
import qualified Foreign as CmptheseForeign;
@imports@
{-# LINE 1 "cmpthese:need" #-}
@needs@
{-# LINE 1 "cmpthese:frame" #-}
foreign export ccall "cmpthese_hs_setup" cmptheseSetup :: CmptheseHost.Step;
foreign export ccall "cmpthese_hs_variant_setup" cmptheseVariantSetup :: CmptheseHost.Step;
foreign export ccall "cmpthese_hs_teardown" cmptheseTeardown :: CmptheseHost.Step;
foreign export ccall "cmpthese_hs_code" cmptheseOnce :: CmptheseHost.Step;
foreign export ccall "cmpthese_hs_repeat" cmptheseRepeat :: CmptheseForeign.Int64 -> CmptheseHost.Step;
foreign export ccall "cmpthese_hs_answer" cmptheseAnswer :: CmptheseForeign.Ptr () -> CmptheseHost.Step;

cmptheseSetup = CmptheseHost.guarded (do
{-# LINE 1 "cmpthese:setup" #-}
@setup@
{-# LINE @end_of_setup@ "cmpthese:setup" #-}
@margin_of_setup@CmptheseHost.nothing );
{-# LINE 1 "cmpthese:frame" #-}
cmptheseVariantSetup = CmptheseHost.guarded (do
{-# LINE 1 "cmpthese:variant_setup" #-}
@variant_setup@
{-# LINE @end_of_variant_setup@ "cmpthese:variant_setup" #-}
@margin_of_variant_setup@CmptheseHost.nothing );
{-# LINE 1 "cmpthese:frame" #-}
cmptheseTeardown = CmptheseHost.guarded (do
{-# LINE 1 "cmpthese:teardown" #-}
@teardown@
{-# LINE @end_of_teardown@ "cmpthese:teardown" #-}
@margin_of_teardown@CmptheseHost.nothing );
{-# LINE 1 "cmpthese:frame" #-}
@before_each@

{-# NOINLINE cmptheseBody #-};
{-# LINE 1 "cmpthese:returns" #-}
cmptheseBody :: CmptheseHost.Turn -> @returns@;
cmptheseBody _ = (do
{-# LINE 1 "cmpthese:code" #-}
@code@
{-# LINE @end_of_code@ "cmpthese:code" #-}
);
{-# LINE 1 "cmpthese:frame" #-}
{-# NOINLINE cmptheseCode #-};
{-# LINE 1 "cmpthese:returns" #-}
cmptheseCode, cmptheseNoting :: CmptheseHost.Turn -> CmptheseHost.Step;
cmptheseCode turn = CmptheseHost.run (cmptheseBody turn);
cmptheseNoting turn = CmptheseHost.runAndNote (cmptheseBody turn);
{-# LINE 1 "cmpthese:frame" #-}
cmptheseOnce = CmptheseHost.once cmptheseNoting;
cmptheseRepeat count = CmptheseHost.repeatCode cmptheseCode (CmptheseHost.toInt count);
cmptheseAnswer = CmptheseHost.tell;
}
