{-# LANGUAGE FlexibleContexts, FlexibleInstances, MagicHash, UndecidableInstances #-}
{-# OPTIONS_GHC -fno-full-laziness #-}
-- | The loop, how far a result is evaluated, and what becomes of exceptions.
module CmptheseHost (Turn, Body (..), Whnf, whnf, Step, repeatCode, once, tell, guarded, nothing, toInt) where

import CmptheseAnswers (Answer (..), Value (..), write)
import Control.DeepSeq (NFData (..))
import Control.Exception
import Control.Monad (void)
import Data.Array.Unboxed (UArray)
import Data.Char (isDigit)
import Data.IORef
import Data.Int (Int64)
import Data.List (isPrefixOf, stripPrefix, tails)
import Data.Maybe (listToMaybe, mapMaybe)
import Foreign (Ptr)
import Foreign.C (CInt (..), CString)
import qualified GHC.Foreign
import GHC.Exts (Int (I#), Int#)
import GHC.IO.Encoding (utf8)
import System.Exit (ExitCode (..))
import System.IO (hFlush, stderr, stdout)
import System.IO.Unsafe (unsafePerformIO)

-- | The argument of code: a function is evaluated anew for each, where a value would be evaluated once.
type Turn = Int#

-- | What is evaluated to weak head normal form alone: to its outermost constructor.
newtype Whnf a = Whnf a

-- | As a snippet says it.
whnf :: a -> Whnf a
whnf = Whnf

-- | What code can be: an expression, or an action and what it returns.
class Body a where
    -- | Evaluates it.
    run :: a -> IO ()
    -- | The same, and notes what the answer is.
    runAndNote :: a -> IO ()

instance {-# OVERLAPPABLE #-} (NFData a, Answer a) => Body a where
    run x = evaluate (rnf x)
    {-# INLINE run #-}
    runAndNote x = run x >> writeIORef noted (answer x)

instance {-# OVERLAPPING #-} Answer a => Body (Whnf a) where
    run (Whnf x) = void (evaluate x)
    {-# INLINE run #-}
    runAndNote (Whnf x) = run (Whnf x) >> writeIORef noted (answer x)

-- An array without boxes is evaluated when it is there.
instance {-# OVERLAPPING #-} Answer (UArray i e) => Body (UArray i e) where
    run = run . Whnf
    {-# INLINE run #-}
    runAndNote = runAndNote . Whnf

instance {-# OVERLAPPING #-} Body a => Body (IO a) where
    run action = action >>= run
    {-# INLINE run #-}
    runAndNote action = action >>= runAndNote

noted :: IORef Value
noted = unsafePerformIO (newIORef Nothing')
{-# NOINLINE noted #-}

-- | The loop knows nothing of the code.
repeatCode :: (Turn -> IO ()) -> Int -> IO ()
repeatCode code count = guarded (go count)
  where
    go 0 = return ()
    go left@(I# turn) = code turn >> go (left - 1)
{-# NOINLINE repeatCode #-}

once :: (Turn -> IO ()) -> IO ()
once code = guarded (code 1#)

-- | What the host calls.
type Step = IO ()

nothing :: Step
nothing = return ()

toInt :: Int64 -> Int
toInt = fromIntegral

-- | Writes the answer that was noted last, and lets go of it: no collection has to pass it by. What it holds may throw, where the code was
-- evaluated to its outermost constructor.
tell :: Ptr () -> IO ()
tell place = guarded (readIORef noted >>= write place) >> writeIORef noted Nothing'

foreign import ccall "cmpthese_caught" caught :: CString -> CInt -> CString -> IO ()

foreign import ccall "exit" exit :: CInt -> IO ()

-- | Tells the host of what an action throws; to exit ends the program.
guarded :: IO () -> IO ()
guarded action = action `catch` \thrown -> case fromException thrown of
    Just ExitSuccess -> leave 0
    Just (ExitFailure code) -> leave (fromIntegral code)
    Nothing -> do
        words' <- try (evaluate (let text = show thrown in foldr seq text text))
        let text = either (const "an exception that cannot be shown" :: SomeException -> String) id words'
            (file, line, message) = told text
        withText file $ \place -> withText message $ caught place (fromIntegral line)
  where
    leave code = hFlush stdout >> hFlush stderr >> exit code
    withText text = GHC.Foreign.withCString utf8 (map visible text)
    visible char = if char == '\0' || (char >= '\xD800' && char <= '\xDFFF') then '?' else char

-- | The innermost place of the snippet's that the words of an exception name, and the words without the places.
told :: String -> (String, Int, String)
told text = (maybe "" fst place, maybe 0 snd place, if null message then text else message)
  where
    place = listToMaybe (mapMaybe placeAt (tails text))
    placeAt rest = do
        (part, ':' : after) <- break (== ':') <$> stripPrefix "cmpthese:" rest
        case span isDigit (dropWhile (== '(') after) of
            (digits@(_ : _), _) -> Just ("cmpthese:" ++ part, read digits)
            _ -> Nothing
    message = withoutPlace (withoutStack text)
    withoutStack words' = case [before | (before, rest) <- splits words', "\nCallStack (from" `isPrefixOf` rest] of
        before : _ -> before
        [] -> words'
    splits words' = zip (prefixes words') (tails words')
    prefixes words' = map (`take` words') [0 ..]
    withoutPlace words'
        | "cmpthese:" `isPrefixOf` words' = dropWhile (== ' ') (drop 1 (dropWhile (/= ' ') words'))
        | otherwise = words'
