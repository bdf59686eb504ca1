// The JavaScript host: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file
// descriptors 3 and 4. It shares its process with what is measured, and waits for requests by reading: between batches nothing else
// of the process's main thread runs.
'use strict';
const { readSync, writeSync, openSync } = require('node:fs');
const { performance, PerformanceObserver } = require('node:perf_hooks');
const { compiled, inWords } = require('./snippet.js');
const { canonicalAnswer } = require('./answers.js');
const { nextRequest, reply } = require('./messages.js');
const { isThenable, watched } = require('./promises.js');
const { forgetStray, takeStray, unlessStray } = require('./strays.js');

const now = performance.now.bind(performance); // CLOCK_MONOTONIC, in milliseconds with their fractions
const usage = process.resourceUsage.bind(process);
const exit = process.exit.bind(process);
const turn = setImmediate;
const OF_RUSAGE = ['peak_rss_bytes', 'user_ns', 'sys_ns', 'minor_faults', 'major_faults', 'blocks_in', 'blocks_out',
  'voluntary_switches', 'involuntary_switches'];
const OF_IO = ['read_bytes', 'write_bytes', 'read_calls', 'write_calls'];

const OF_GC = ['collections', 'collection_ns'];
const UNWAITED = 'the code starts promises that it does not wait for: what they do later is not in its time; `return` or `await` them';
const OTHERS = [() => 1, () => 'a', () => null]; // functions that are not the snippet's

const absent = {};
const io = openCounts();
const metrics = [...OF_RUSAGE, ...(io === null ? [] : OF_IO), ...OF_GC];
const counts = Buffer.alloc(512);
const collected = { count: 0, ns: 0 };
const observer = new PerformanceObserver((list) => addCollections(list.getEntries()));
let prepared = null; // code, teardown, beforeEach of the case, the values of its parameters, and whether the code is waited for: true, false, or null, each value is looked at
let collect = null; // what is called before each batch to collect everything, if the case says so
let sliceCost = 0;
let iterationCost = 0;
let readingCost = metrics.map(() => 0);
let sawPromise = false;
let sink; // what the code returned last
let asked = null; // what the scheduler asked for last

function openCounts() {
  try {
    return openSync('/proc/self/io', 'r');
  } catch (error) {
    for (const name of OF_IO) absent[name] = `/proc/self/io: ${error.code}`;
    return null;
  }
}

// ---- the loops: nothing else is between the readings of the clock ----

// Each call site sees other functions first, so V8 calls what it is given, and neither copies it into the loop nor moves parts of it
// out of there.
function oneSlice(code, iterations) {
  let value;
  for (let left = iterations; left > 0; left--) value = code();
  return value;
}

async function oneSliceAwaited(code, iterations) {
  let value;
  for (let left = iterations; left > 0; left--) value = await code();
  return value;
}

// Where it is not known whether the code returns promises.
async function oneSliceOfEither(code, iterations) {
  let value;
  for (let left = iterations; left > 0; left--) {
    value = code();
    if (isThenable(value)) {
      sawPromise = true;
      value = await value;
    }
  }
  return value;
}

function together(code, length, batch) {
  const { clocks, count } = batch;
  batch.before = usage();
  clocks[0] = now();
  for (let slice = 1; slice <= count; slice++) {
    sink = oneSlice(code, length);
    clocks[slice] = now();
  }
  batch.after = usage();
}

async function togetherAwaited(code, length, batch, slices) {
  const { clocks, count } = batch;
  batch.before = usage();
  clocks[0] = now();
  for (let slice = 1; slice <= count; slice++) {
    sink = await slices(code, length);
    clocks[slice] = now();
  }
  batch.after = usage();
}

// A batch in which something runs before each iteration that is in none of the times and counters.
async function eachByItself({ code, beforeEach, isAwaited }, length, batch, isBare) {
  for (let slice = 0; slice < batch.count; slice++) {
    for (let left = length; left > 0; left--) {
      const waits = beforeEach();
      if (isThenable(waits)) await waits;
      const before = isBare ? null : await readBefore();
      const start = now();
      sink = code();
      if (isAwaited !== false && isThenable(sink)) {
        sawPromise = true;
        sink = await sink;
      }
      const end = now();
      batch.slices[slice] += Math.max(Math.round((end - start) * 1e6) - iterationCost, 0);
      if (before !== null) batch.add(difference(before, await readAfter()));
    }
  }
}

class Batch {
  constructor(count) {
    this.count = count;
    this.clocks = new Float64Array(count + 1);
    this.slices = new Array(count).fill(0);
    this.before = this.after = this.sums = null;
  }

  // The peak of memory, the first, is a level.
  add(more) {
    this.sums = this.sums === null ? more : more.map((value, at) => (at === 0 ? value : value + this.sums[at]));
  }

  takeTimes() {
    for (let slice = 0; slice < this.count; slice++) {
      const took = Math.round((this.clocks[slice + 1] - this.clocks[slice]) * 1e6);
      this.slices[slice] = Math.max(took - sliceCost, 0);
    }
  }

  // The part in which it could have run and others had the CPU. It is not known of who waits for something of its own accord, be it in a
  // thread of V8.
  delayed(wall) {
    const { before, after } = this;
    if (before === null || before.voluntaryContextSwitches !== after.voluntaryContextSwitches) return null;
    const ran = after.userCPUTime - before.userCPUTime + after.systemCPUTime - before.systemCPUTime;
    return Math.min(Math.max(wall - ran * 1000, 0), wall);
  }
}

// A batch. Code that had returned no promise, and returns one last, is waited for from then on: nobody has waited for that one.
async function run(length, count, isBare) {
  const batch = await runOnce(length, count, isBare);
  if (prepared.isAwaited !== false || !isThenable(sink)) return batch;
  sawPromise = true;
  await sink;
  await decide(null);
  return runOnce(length, count, isBare);
}

async function runOnce(length, count, isBare) {
  const batch = new Batch(count);
  if (prepared.beforeEach !== null) {
    await eachByItself(prepared, length, batch, isBare);
    return batch;
  }
  const before = isBare ? null : await readBefore();
  if (prepared.isAwaited === false) together(prepared.code, length, batch);
  else await togetherAwaited(prepared.code, length, batch, prepared.isAwaited ? oneSliceAwaited : oneSliceOfEither);
  if (before !== null) batch.add(difference(before, await readAfter()));
  batch.takeTimes();
  return batch;
}

// ---- counters ----

function readings() {
  const length = io === null ? 0 : readSync(io, counts, 0, 512, 0);
  return [usage(), length === 0 ? '' : counts.latin1Slice(0, length), collected.count, collected.ns];
}

// Node tells of collections when the loop of events turns.
async function readBefore() {
  await noteCollections();
  return readings();
}

async function readAfter() {
  const [of, text] = readings();
  await noteCollections();
  return [of, text, collected.count, collected.ns];
}

async function noteCollections() {
  await new Promise(turn);
  addCollections(observer.takeRecords());
}

function addCollections(entries) {
  for (const { duration } of entries) {
    collected.count += 1;
    collected.ns += Math.round(duration * 1e6);
  }
}

function numbers([of, text, count, ns]) {
  const found = [of.maxRSS * 1024, of.userCPUTime * 1000, of.systemCPUTime * 1000, of.minorPageFault, of.majorPageFault, of.fsRead,
    of.fsWrite, of.voluntaryContextSwitches, of.involuntaryContextSwitches];
  return [...found, ...(io === null ? [] : text.match(/\d+/g).slice(0, 4).map(Number)), count, ns];
}

function difference(before, after) {
  const first = numbers(before);
  const last = numbers(after);
  return last.map((value, at) => (at === 0 ? value : Math.max(value - first[at] - readingCost[at], 0)));
}

// What reading the counters itself adds to them: the least of a few readings with nothing in between.
function nullReadings() {
  let least = null;
  for (let round = 0; round < 3; round++) {
    const first = numbers(readings());
    const cost = numbers(readings()).map((value, at) => value - first[at]);
    least = least === null ? cost : least.map((value, at) => Math.min(value, cost[at]));
  }
  return least;
}

// Shows the loops functions that are not the snippet's.
async function showLoops() {
  for (const other of OTHERS) {
    oneSlice(other, 100);
    await oneSliceAwaited(other, 100);
    await oneSliceOfEither(other, 100);
  }
}

// How values are looked at from now on. What has warmed the code up was in another loop, so V8 is led to compile this one.
async function decide(isAwaited) {
  prepared.isAwaited = isAwaited;
  if (prepared.beforeEach !== null) return;
  if (isAwaited === false) for (let call = 0; call < 150; call++) oneSlice(OTHERS[call % 3], 500);
  sliceCost = await nullSlice();
}

// What a slice takes that runs nothing.
async function nullSlice() {
  sliceCost = 0;
  const batch = new Batch(16);
  const empty = () => {};
  if (prepared.isAwaited === false) together(empty, 0, batch);
  else await togetherAwaited(empty, 0, batch, prepared.isAwaited ? oneSliceAwaited : oneSliceOfEither);
  batch.takeTimes();
  return Math.min(...batch.slices);
}

function nullIteration() {
  let least = Infinity;
  for (let round = 0; round < 1000; round++) {
    const start = now();
    const end = now();
    least = Math.min(least, Math.round((end - start) * 1e6));
  }
  return least;
}

// ---- requests and replies ----

async function prepare(request) {
  prepared = null;
  forgetStray();
  if (request.kind !== 'snippet') return fail('protocol', `a case of kind ${request.kind} is not for a language`);
  const collector = request.gc ?? 'on';
  if (!['on', 'before'].includes(collector)) return fail('protocol', `the collector of V8 cannot be ${collector}`);
  collect = collector === 'before' ? exposedCollector() : null;
  const made = await compiled(request);
  if (made.error) return fail(...made.error);
  prepared = made;
  sawPromise = false;
  if (made.beforeEach === null) sliceCost = await nullSlice();
  else iterationCost = nullIteration();
  reply({ type: 'prepared' });
}

// The function that V8 gives to a context which is made while it is told to.
function exposedCollector() {
  const v8 = require('node:v8');
  v8.setFlagsFromString('--expose-gc');
  const exposed = require('node:vm').runInNewContext('gc');
  v8.setFlagsFromString('--no-expose-gc');
  return exposed;
}

async function answer(check) {
  const given = prepared.beforeEach === null ? prepared.values() : {}; // it may put them back
  const { code } = prepared;
  let notes = [];
  prepared.code = watched(code, (isLeft) => { notes = isLeft ? [UNWAITED] : []; });
  const isDone = await succeeds(() => run(1, 1, true));
  prepared.code = code;
  if (!isDone) return;
  const value = sink;
  sink = undefined;
  const left = prepared.values();
  const changed = Object.keys(given).find((name) => !Object.is(given[name], left[name]));
  if (changed !== undefined) return fail('died', `the code changes the parameter ${changed}: the next iteration would begin with another one`);
  if (prepared.isAwaited === null) await decide(sawPromise);
  await succeeds(() => reply({ type: 'answer', ...canonicalAnswer(value, check), notes }));
}

async function sendSample(iterations, count, isBare) {
  if (iterations % count !== 0) return fail('protocol', 'no slices of equally many iterations');
  if (collect !== null) collect();
  let batch;
  if (!(await succeeds(async () => { batch = await run(iterations / count, count, isBare); }))) return;
  sink = undefined;
  // One iteration says little: where it is the first of a launch, more are run before anything counts.
  if (prepared.isAwaited === null && !sawPromise && iterations > 1) await decide(false);
  const wall = batch.slices.reduce((sum, slice) => sum + slice, 0);
  const delayed = batch.delayed(wall);
  const read = { wall_ns: wall, ...(delayed === null ? {} : { delayed_ns: delayed }) };
  if (batch.sums !== null) metrics.forEach((name, at) => { read[name] = batch.sums[at]; });
  reply({ type: 'sample', iterations, readings: read, ...(count > 1 ? { slices_ns: batch.slices } : {}) });
}

// Whether something of the snippet's went well; what went wrong, in its calls or outside of them, is told.
async function succeeds(act) {
  try {
    await unlessStray(act);
    return true;
  } catch (error) {
    fail('died', ...inWords(error, prepared.places));
    return false;
  }
}

function fail(kind, message, part, line) {
  reply({ type: 'error', kind, message: message.slice(0, 8192).replace(/\p{Surrogate}/gu, '\ufffd'), ...(part ? { part, line } : {}) });
}

async function serve() {
  await showLoops();
  for (let request = nextRequest(); request !== null; request = nextRequest()) {
    const { type } = request;
    asked = type;
    if (type === 'prepare') await prepare(request.case);
    else if (type === 'bye') {
      await tearDown();
      reply({ type: 'bye' });
      break;
    } else if (type === 'answer' && prepared) await answer(request.check);
    else if (type === 'run' && prepared) await sendSample(request.iterations, request.slices || 1, request.bare || false);
    else fail('protocol', `${type} cannot be done now`);
  }
  exit(0);
}

// Nothing is left that could happen, and somebody still waits: Node ends then.
function tellOfWaiting() {
  if (asked === 'bye') return reply({ type: 'bye' });
  const stray = takeStray();
  if (stray !== null) return fail('died', ...inWords(stray[0], prepared?.places ?? []));
  const who = asked === 'prepare' ? 'the prelude or the setup' : 'the code';
  return fail('died', `${who} waits for a promise that nothing settles`);
}

async function tearDown() {
  try {
    forgetStray();
    await unlessStray(async () => prepared?.teardown?.());
  } catch {
    // what it leaves is no business of the measurement
  }
}

observer.observe({ entryTypes: ['gc'] });
readingCost = nullReadings();
reply({ type: 'hello', protocol: 1, worker: `javascript (node ${process.versions.node})`, absent });
process.on('beforeExit', tellOfWaiting);
serve().catch((error) => {
  writeSync(2, `${error.stack}\n`);
  exit(1);
});
