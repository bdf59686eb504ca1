// Promises: which values are waited for, and which promises of the code nobody waits for.
'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const { inspect } = require('node:util');
const { promiseHooks } = require('node:v8');

const FOLDER = __dirname;
// So many promises are looked at: to know where one was made takes microseconds.
const MOST = 10_000;
// A frame of a file, which is none of Node's.
const FRAME = /^\s+at (?!async )(?:.*\()?((?!node:)[^(]+):\d+:\d+\)?$/;
// What calls the hook, where Node has several.
const CALLER = '(node:internal/promise_hooks:';

function isThenable(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';
}

// The code as a function that calls `tell` with whether promises are left when it, and what it waits for, has ended: those of async functions
// that were called while it ran, here or in what it started, to which nothing has subscribed and which are not settled. V8 makes promises dearer
// for good once somebody has been told of them: by some 20 ns each, in a process that answers, and times of such a process count nowhere.
function watched(code, tell) {
  return () => {
    const made = new Map();
    const storage = new AsyncLocalStorage();
    let left = MOST;
    const init = (promise, parent) => {
      if (parent !== undefined) made.delete(parent); // what `then` and `await` give is a reaction of another
      else if (storage.getStore() === made && left-- > 0) made.set(promise, new Error());
    };
    const forget = promiseHooks.onInit(init);
    const end = () => {
      forget();
      storage.disable();
      tell([...made].some(([promise, place]) => isPending(promise) && isOfAsyncFunction(place)));
    };
    let value;
    try {
      value = storage.run(made, code);
    } catch (error) {
      end();
      throw error;
    }
    if (isThenable(value)) return awaited(value, end);
    end();
    return value;
  };
}

async function awaited(value, end) {
  try {
    return await value;
  } finally {
    end();
  }
}

// An async function makes its promise itself: the first frame below the hook is its own, in a file. Those of `new Promise` and its like, whose
// frame is V8's, are settled by others, or never: timeouts, deferred objects. Node has async functions, too, which it calls of its own accord.
function isOfAsyncFunction({ stack }) {
  if (typeof stack !== 'string') return false;
  const [, ...frames] = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes(CALLER)); // the first is the hook's
  if (frames[0]?.endsWith('(<anonymous>)')) return false;
  return frames.some((line) => !(FRAME.exec(line)?.[1] ?? FOLDER).startsWith(FOLDER));
}

function isPending(promise) {
  return inspect(promise, { customInspect: false, depth: 0 }).includes('<pending>');
}

module.exports = { isThenable, watched };
