-- | The parameters: read from memory that the host writes before anything of the snippet is evaluated.
module CmptheseParams where {

import qualified Prelude as CmptheseP;
import qualified CmpthesePlaces as CmptheseP;

@declarations@
}
