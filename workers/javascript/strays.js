// What a snippet throws outside of every call: in a timer, or by a promise that nobody waits for.
'use strict';

let stray = null; // what was thrown, in a list, until it is told
let interrupt = null; // ends the wait for what runs

// What a function gives, unless something is thrown outside of it before it has ended, or was before it began.
async function unlessStray(act) {
  const earlier = takeStray();
  if (earlier !== null) throw earlier[0];
  const thrown = new Promise((_, reject) => { interrupt = reject; });
  try {
    return await Promise.race([act(), thrown]);
  } finally {
    interrupt = null;
  }
}

function takeStray() {
  const taken = stray;
  stray = null;
  return taken;
}

function forgetStray() {
  stray = null;
}

// A promise that is rejected comes here, too, where nobody listens to `unhandledRejection`; a reason that is no error is in the words of another.
process.on('uncaughtException', (thrown) => {
  if (process.listenerCount('uncaughtException') > 1) return; // the snippet deals with it
  const reason = thrown?.code === 'ERR_UNHANDLED_REJECTION' && String(thrown.message).match(/reason "([^]*)"\.$/);
  const error = reason ? reason[1] : thrown;
  if (interrupt === null) stray ??= [error];
  else interrupt(error);
});

module.exports = { forgetStray, takeStray, unlessStray };
