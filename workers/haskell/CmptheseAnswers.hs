{-# LANGUAGE FlexibleContexts, FlexibleInstances #-}
{-# OPTIONS_GHC -O0 -fno-ignore-interface-pragmas -fno-omit-interface-pragmas #-}
-- | What can be an answer, and how the host is told of it. Nothing here is timed, so it is compiled quickly.
-- GHC reads an interface once for all modules that it compiles, so the pragmas in it must not be passed over here.
module CmptheseAnswers (Answer (..), Key (..), Value (..), write) where

import qualified Data.ByteString as B
import qualified Data.ByteString.Lazy as L
import qualified Data.ByteString.Unsafe as B
import Data.Array (Array)
import Data.Array.Unboxed (IArray, Ix, UArray, elems)
import Data.Char (ord)
import Data.Foldable (toList)
import Data.IORef
import Data.Int
import qualified Data.IntMap as IntMap
import qualified Data.IntSet as IntSet
import Data.List (sortOn)
import Data.List.NonEmpty (NonEmpty)
import qualified Data.Map as Map
import qualified Data.Sequence as Seq
import qualified Data.Set as Set
import qualified Data.Text as T
import qualified Data.Text.Encoding as T
import qualified Data.Text.Lazy as TL
import Data.Word
import Foreign
import Foreign.C (CDouble (..), CInt (..), CLLong (..), CSize (..), CULLong (..))
import Foreign.Marshal.Pool
import Numeric.Natural (Natural)
import System.IO.Unsafe (unsafePerformIO)

-- | An answer before it is written in canonical form, as cmpthese.h has it.
data Value
    = Nothing'
    | Truth Bool
    | Whole Integer
    | Number Double
    | Bytes B.ByteString
    | List [Value]
    | Set [Value] -- in any order
    | Table [(B.ByteString, Value)]

class Answer a where
    answer :: a -> Value
    -- | A list of such; of characters it is a text.
    answers :: [a] -> Value
    answers = List . map answer

-- | What a key of a map can be.
class Key a where
    key :: a -> B.ByteString
    -- | As for answers.
    keys :: [a] -> Maybe B.ByteString
    keys _ = Nothing

instance Answer () where answer () = Nothing'
instance Answer Bool where answer = Truth
instance Answer Int where answer = Whole . toInteger
instance Answer Int8 where answer = Whole . toInteger
instance Answer Int16 where answer = Whole . toInteger
instance Answer Int32 where answer = Whole . toInteger
instance Answer Int64 where answer = Whole . toInteger
instance Answer Word where answer = Whole . toInteger
instance Answer Word8 where answer = Whole . toInteger
instance Answer Word16 where answer = Whole . toInteger
instance Answer Word32 where answer = Whole . toInteger
instance Answer Word64 where answer = Whole . toInteger
instance Answer Integer where answer = Whole
instance Answer Natural where answer = Whole . toInteger
instance Answer Double where answer = Number
instance Answer Float where answer = Number . realFloat
instance Answer CInt where answer = Whole . toInteger
instance Answer CLLong where answer = Whole . toInteger
instance Answer CULLong where answer = Whole . toInteger
instance Answer CSize where answer = Whole . toInteger
instance Answer CDouble where answer (CDouble number) = Number number
instance Answer Char where
    answer char = answers [char]
    answers = Bytes . bytesOf
instance Answer B.ByteString where answer = Bytes
instance Answer L.ByteString where answer = Bytes . L.toStrict
instance Answer T.Text where answer = Bytes . bytesOf . T.unpack
instance Answer TL.Text where answer = Bytes . bytesOf . TL.unpack
instance Answer a => Answer (Maybe a) where answer = maybe Nothing' answer
instance Answer a => Answer [a] where answer = answers
instance Answer a => Answer (NonEmpty a) where answer = answers . toList
instance Answer a => Answer (Seq.Seq a) where answer = List . map answer . toList
instance Answer a => Answer (Set.Set a) where answer = Set . map answer . toList
instance Answer IntSet.IntSet where answer = Set . map answer . IntSet.toList
instance Answer e => Answer (Array i e) where answer = List . map answer . toList
instance (Ix i, IArray UArray e, Answer e) => Answer (UArray i e) where answer = List . map answer . elems
instance (Key k, Answer a) => Answer (Map.Map k a) where
    answer = table . Map.toList
instance Answer a => Answer (IntMap.IntMap a) where
    answer = table . IntMap.toList
instance (Answer a, Answer b) => Answer (a, b) where
    answer (a, b) = List [answer a, answer b]
instance (Answer a, Answer b, Answer c) => Answer (a, b, c) where
    answer (a, b, c) = List [answer a, answer b, answer c]
instance (Answer a, Answer b, Answer c, Answer d) => Answer (a, b, c, d) where
    answer (a, b, c, d) = List [answer a, answer b, answer c, answer d]
instance (Answer a, Answer b, Answer c, Answer d, Answer e) => Answer (a, b, c, d, e) where
    answer (a, b, c, d, e) = List [answer a, answer b, answer c, answer d, answer e]

instance Key Int where key = shown
instance Key Integer where key = shown
instance Key Word where key = shown
instance Key Word8 where key = shown
instance Key Int8 where key = shown
instance Key Int16 where key = shown
instance Key Int32 where key = shown
instance Key Int64 where key = shown
instance Key Word16 where key = shown
instance Key Word32 where key = shown
instance Key Word64 where key = shown
instance Key Natural where key = shown
instance Key Bool where key truth = bytesOf (if truth then "true" else "false")
instance Key Char where
    key char = bytesOf [char]
    keys = Just . bytesOf
instance Key a => Key [a] where key = maybe (error "a key that is a list: return data whose keys are texts or numbers") id . keys
instance Key B.ByteString where key = id
instance Key L.ByteString where key = L.toStrict
instance Key T.Text where key = bytesOf . T.unpack
instance Key TL.Text where key = bytesOf . TL.unpack

shown :: Show a => a -> B.ByteString
shown = bytesOf . show

realFloat :: Float -> Double
realFloat number
    | isNaN number = 0 / 0
    | isInfinite number = if number > 0 then 1 / 0 else -1 / 0
    | otherwise = realToFrac number

table :: (Key k, Answer a) => [(k, a)] -> Value
table entries = Table (sortOn fst [(key name, answer value) | (name, value) <- entries])

-- | Characters up to Latin-1 are a byte each; one beyond makes the whole text UTF-8.
bytesOf :: String -> B.ByteString
bytesOf text
    | all (<= '\xff') text = B.pack (map (fromIntegral . ord) text)
    | otherwise = T.encodeUtf8 (T.pack text)

-- | What was written for the host last.
written :: IORef (Maybe Pool)
written = unsafePerformIO (newIORef Nothing)
{-# NOINLINE written #-}

write :: Ptr () -> Value -> IO ()
write place value = do
    readIORef written >>= mapM_ freePool
    pool <- newPool
    writeIORef written (Just pool)
    writeIn pool place value

-- | The size of a `struct cmpthese_answer`, in bytes.
size :: Int
size = 48

writeIn :: Pool -> Ptr () -> Value -> IO ()
writeIn pool place value = case value of
    Nothing' -> kind 0
    Truth truth -> kind 1 >> pokeByteOff place 8 (if truth then 1 else 0 :: Int64)
    Whole whole
        | whole >= toInteger (minBound :: Int64) && whole <= toInteger (maxBound :: Int64) ->
            kind 2 >> pokeByteOff place 8 (fromInteger whole :: Int64)
        | otherwise -> kind 8 >> bytes (shown whole)
    Number number -> kind 4 >> pokeByteOff place 24 number
    Bytes text -> kind 5 >> bytes text
    List values -> kind 6 >> inner values
    Set values -> kind 9 >> inner values
    Table entries -> kind 7 >> inner (concat [[Bytes name, entry] | (name, entry) <- entries])
  where
    kind number = pokeByteOff place 0 (number :: CInt)
    points to count = pokeByteOff place 32 (to :: Ptr ()) >> pokeByteOff place 40 (fromIntegral count :: CSize)
    bytes text = B.unsafeUseAsCStringLen text $ \(from, count) -> do
        to <- pooledMallocBytes pool (max 1 count)
        copyBytes to from count
        points (castPtr to) count
    inner values = do
        to <- pooledMallocBytes pool (max 1 (size * length values))
        sequence_ [writeIn pool (to `plusPtr` (size * i)) each | (i, each) <- zip [0 ..] values]
        points to (length values)
