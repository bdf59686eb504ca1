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

function isThenable(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';
}

// The code as a function that calls `tell` with whether promises are left when it, and what it waits for, has ended: those that were made
// while it ran, here or in what it started, of which no reaction has run and which are not settled. V8 makes promises dearer for good once
// somebody has been told of them: by some 20 ns each, in a process that answers, and times of such a process count nowhere.
function watched(code, tell) {
  return () => {
    const made = new Map();
    const storage = new AsyncLocalStorage();
    let left = MOST;
    const init = (promise) => { if (storage.getStore() === made && left-- > 0) made.set(promise, new Error()); };
    const forget = promiseHooks.createHook({ init, before: (promise) => made.delete(promise) });
    const end = () => {
      forget();
      storage.disable();
      tell([...made].some(([promise, place]) => isPending(promise) && isOfCode(place)));
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

// Node makes promises for itself, which nobody could wait for: in what it calls of its own accord, and those that it settles by hand.
function isOfCode({ stack }) {
  if (typeof stack !== 'string' || stack.includes('createDeferredPromise')) return false;
  return stack.split('\n').some((line) => !(FRAME.exec(line)?.[1] ?? FOLDER).startsWith(FOLDER));
}

function isPending(promise) {
  return inspect(promise, { customInspect: false, depth: 0 }).includes('<pending>');
}

module.exports = { isThenable, watched };
