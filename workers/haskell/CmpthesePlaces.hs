{-# LANGUAGE FlexibleInstances #-}
-- | How a parameter is read.
module CmpthesePlaces (Place (..), Ptr) where

import Foreign (Int64, Ptr, Word8, castPtr, peek)
import qualified GHC.Foreign
import GHC.IO.Encoding (mkTextEncoding)
import System.IO.Unsafe (unsafePerformIO)

class Place a where
    at :: Ptr () -> a

instance Place Int where
    at place = fromIntegral (unsafePerformIO (peek (castPtr place)) :: Int64)

instance Place Double where
    at place = unsafePerformIO (peek (castPtr place))

instance Place Bool where
    at place = unsafePerformIO (peek (castPtr place)) /= (0 :: Word8)

-- | Bytes that are no UTF-8 become characters that files are named by.
instance Place String where
    at place = unsafePerformIO $ do
        encoding <- mkTextEncoding "UTF-8//ROUNDTRIP"
        peek (castPtr place) >>= GHC.Foreign.peekCString encoding
