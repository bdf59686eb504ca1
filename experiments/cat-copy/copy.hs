-- Copies standard input to standard output: copy MODE BUFFERING [BYTES]
--
-- MODE      hGetBuf, ByteString, Char8, Lazy or fd
-- BUFFERING none, as in the post, or default: what the runtime chooses for the handle
-- BYTES     the size of the piece, 4096 when missing; Lazy has a size of its own and takes no notice of it
--
-- Every loop is a function of its own that is not inlined, so that none changes how another is compiled.

module Main (main) where

import qualified Data.ByteString as Strict
import qualified Data.ByteString.Char8 as Char8
import qualified Data.ByteString.Lazy as Lazy
import Data.Word (Word8)
import Foreign (Ptr, allocaBytes, plusPtr)
import System.Environment (getArgs)
import System.Exit (die)
import System.IO
import System.Posix.IO (fdReadBuf, fdWriteBuf, stdInput, stdOutput)

main :: IO ()
main = do
  arguments <- getArgs
  case arguments of
    [mode, buffering] -> prepare buffering >> copy mode 4096
    [mode, buffering, bytes] -> prepare buffering >> copy mode (read bytes)
    _ -> die "usage: copy hGetBuf|ByteString|Char8|Lazy|fd none|default [BYTES]"

prepare :: String -> IO ()
prepare buffering = mapM_ set [stdin, stdout]
  where
    set handle = hSetBinaryMode handle True >> choose handle
    choose handle = case buffering of
      "none" -> hSetBuffering handle NoBuffering
      "default" -> return ()
      _ -> die ("no such buffering: " ++ buffering)

copy :: String -> Int -> IO ()
copy mode bytes = case mode of
  "hGetBuf" -> copyBuf bytes
  "ByteString" -> copyStrict bytes
  "Char8" -> copyChar8 bytes
  "Lazy" -> copyLazy
  "fd" -> copyFd bytes
  _ -> die ("no such mode: " ++ mode)

-- One buffer for the whole copy.
copyBuf :: Int -> IO ()
copyBuf bytes = allocaBytes bytes loop
  where
    loop :: Ptr Word8 -> IO ()
    loop buffer = do
      got <- hGetBuf stdin buffer bytes
      if got == 0 then return () else hPutBuf stdout buffer got >> loop buffer
{-# NOINLINE copyBuf #-}

-- A new string for every piece.
copyStrict :: Int -> IO ()
copyStrict bytes = loop
  where
    loop = do
      piece <- Strict.hGet stdin bytes
      if Strict.null piece then return () else Strict.hPut stdout piece >> loop
{-# NOINLINE copyStrict #-}

copyChar8 :: Int -> IO ()
copyChar8 bytes = loop
  where
    loop = do
      piece <- Char8.hGet stdin bytes
      if Char8.null piece then return () else Char8.hPut stdout piece >> loop
{-# NOINLINE copyChar8 #-}

copyLazy :: IO ()
copyLazy = Lazy.hGetContents stdin >>= Lazy.hPut stdout
{-# NOINLINE copyLazy #-}

-- No handle at all: the system calls of the package unix, which comes with GHC.
copyFd :: Int -> IO ()
copyFd bytes = allocaBytes bytes loop
  where
    loop :: Ptr Word8 -> IO ()
    loop buffer = do
      got <- fdReadBuf stdInput buffer (fromIntegral bytes)
      if got == 0 then return () else write buffer (fromIntegral got) >> loop buffer
    write :: Ptr Word8 -> Int -> IO ()
    write _ 0 = return ()
    write buffer left = do
      put <- fromIntegral <$> fdWriteBuf stdOutput buffer (fromIntegral left)
      write (buffer `plusPtr` put) (left - put)
{-# NOINLINE copyFd #-}
