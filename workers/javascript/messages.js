// Requests and replies: a line of JSON each, as docs/protocol.md has them.
'use strict';
const { readSync, writeSync } = require('node:fs');

const exit = process.exit.bind(process);
let pending = Buffer.alloc(0);

function reply(message) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += orEnd(() => writeSync(4, bytes, at));
}

// What something to do with the pipes gives. Where the code has closed them, nobody can be told but by the error output.
function orEnd(act) {
  try {
    return act();
  } catch (error) {
    if (error.code !== 'EBADF') throw error;
    writeSync(2, 'the code closed the descriptors of the worker\n');
    return exit(1);
  }
}

// The next request, or null when the pipe has ended.
function nextRequest() {
  const line = nextLine();
  return line === null ? null : parsed(line);
}

function nextLine() {
  const read = [];
  for (;;) {
    const end = pending.indexOf(10);
    if (end >= 0) {
      read.push(pending.subarray(0, end));
      pending = pending.subarray(end + 1);
      return Buffer.concat(read).toString();
    }
    read.push(pending);
    const chunk = Buffer.allocUnsafe(65536);
    const length = orEnd(() => readSync(3, chunk, 0, chunk.length, null));
    if (length === 0) return null;
    pending = chunk.subarray(0, length);
  }
}

// Whole numbers that are not exact as numbers of JavaScript become BigInt.
function parsed(line) {
  if (!/\d{16}/.test(line)) return JSON.parse(line);
  const marked = line.replace(/"(?:[^"\\]|\\.)*"|(?<![.\d])-?\d{16,}(?![\d.eE])/g,
    (text) => (text[0] === '"' || Number.isSafeInteger(Number(text)) ? text : `{"cmpthese whole number":"${text}"}`));
  return JSON.parse(marked, (_, value) => (value?.['cmpthese whole number'] ? BigInt(value['cmpthese whole number']) : value));
}

module.exports = { nextRequest, reply };
