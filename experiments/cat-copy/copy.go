// Copies standard input to standard output: copy loop|io.Copy|buffer [BYTES]
//
// io.Copy takes no size: where the kernel can move the data, it asks the kernel. `buffer` is io.CopyBuffer with both
// ends hidden behind plain interfaces, so that it has to use its buffer.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "copy:", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	size := 4096
	if len(words) == 2 {
		var err error
		if size, err = strconv.Atoi(words[1]); err != nil {
			return err
		}
	}
	if len(words) < 1 || len(words) > 2 || size < 1 {
		return fmt.Errorf("usage: copy loop|io.Copy|buffer [BYTES]")
	}
	switch words[0] {
	case "loop":
		return loop(make([]byte, size))
	case "io.Copy":
		_, err := io.Copy(os.Stdout, os.Stdin)
		return err
	case "buffer":
		_, err := io.CopyBuffer(struct{ io.Writer }{os.Stdout}, struct{ io.Reader }{os.Stdin}, make([]byte, size))
		return err
	}
	return fmt.Errorf("no such mode: %s", words[0])
}

func loop(buffer []byte) error {
	for {
		got, err := os.Stdin.Read(buffer)
		if got > 0 {
			if _, err := os.Stdout.Write(buffer[:got]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
