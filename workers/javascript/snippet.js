// The parts of a snippet as functions of one scope, and errors in words with the place in the snippet.
'use strict';
const vm = require('node:vm');
const { createRequire } = require('node:module');
const { unlessStray } = require('./strays.js');

const PARTS = ['prelude', 'setup', 'variant_setup', 'code', 'teardown', 'before_each'];
const NAME = 'cmpthese'; // what the text is called in stacks
const importModuleDynamically = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const ASYNC = Object.getPrototypeOf(async () => {}).constructor;
// Semicolons, blanks and comments.
const NOTHING = /^(?:[;\s]|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;

// Code, teardown, beforeEach, the values of the parameters, isAwaited and places, or an error: kind, message, part, line.
async function compiled({ needs = [], params = {}, parts }) {
  const require = createRequire(`${process.cwd()}/`);
  const module = { exports: {} };
  const bound = { require, module, exports: module.exports, __dirname: process.cwd(), __filename: `${process.cwd()}/${NAME}` };
  for (const name of needs) {
    try {
      bound[shortName(name)] = await loaded(name, require);
    } catch (error) {
      if (isMissing(error, name)) return { error: ['missing', name] };
      return { error: ['died', `${name} does not load: ${inWords(error, [])[0]}`] };
    }
  }
  const names = Object.keys(params);
  for (const name of names) {
    const error = fault(`var ${name}`, false);
    if (error) return { error: ['compile', `the parameter \`${name}\` cannot have this name in JavaScript: ${error.message}`] };
  }
  Object.assign(bound, params);
  let made;
  try {
    made = text(parts, names);
    const setUp = vm.compileFunction(made.text, Object.keys(bound), { filename: NAME, importModuleDynamically });
    const functions = await unlessStray(() => startedBy(setUp, Object.values(bound)));
    if (typeof functions?.[0] !== 'function') return { error: ['compile', 'the prelude or the setup leaves the snippet with return'] };
    const [code, teardown, beforeEach, values] = functions;
    return { code, teardown, beforeEach, values, places: made.places, isAwaited: code instanceof ASYNC ? true : null };
  } catch (error) {
    if (error instanceof WrongPart) return { error: ['compile', error.message, error.part, error.line] };
    const own = made && error instanceof SyntaxError && String(error.stack).match(/^cmpthese:(\d+)\n/);
    if (own) return { error: ['compile', error.message, ...place(Number(own[1]), made.places)] };
    return { error: ['died', ...inWords(error, made ? made.places : [])] };
  }
}

// The functions, which must not themselves be taken for a promise.
async function startedBy(setUp, values) {
  return setUp(...values);
}

async function loaded(name, require) {
  try {
    return require(name);
  } catch (error) {
    if (!['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(error.code)) throw error;
    // What a package exports to `import` may be another thing than to `require`.
    return vm.compileFunction('return import(name)', ['name'], { filename: NAME, importModuleDynamically })(name);
  }
}

function isMissing(error, name) {
  const text = String(error?.message);
  return (error?.code === 'MODULE_NOT_FOUND' && text.startsWith(`Cannot find module '${name}'`)) || error?.code === 'ERR_UNKNOWN_BUILTIN_MODULE';
}

// `fs` for node:fs, `core` for @scope/core; nothing that could be used where it would be no name.
function shortName(name) {
  const short = name.replace(/^.*[/:]/, '');
  return /^[A-Za-z_$][\w$]*$/.test(short) && fault(`var ${short}`, false) === null ? short : `cmpthese_${name.replace(/\W/g, '_')}`;
}

class WrongPart extends Error {
  constructor(message, part, line) {
    super(message);
    Object.assign(this, { part, line });
  }
}

// The whole as one text, and where in it the lines of each part are.
function text(parts, names) {
  const lines = ['"use strict";'];
  const places = [];
  const add = (part, own) => {
    const count = own.split('\n').length;
    places.push({ part, first: lines.length + 1, last: lines.length + count });
    lines.push(...own.split('\n'));
  };
  const all = Object.fromEntries(PARTS.map((part) => [part, checked(part, (parts[part] ?? '').replace(/^#!.*/, ''))]));
  const waits = ['prelude', 'setup', 'variant_setup'].some((part) => all[part].isAsync);
  // Within what is needed, so that a prelude may use the same names; parameters are its own.
  lines.push(`return (${waits ? 'async ' : ''}(${names.join(', ')}) => {`);
  for (const part of ['prelude', 'setup', 'variant_setup']) {
    add(part, all[part].text);
    lines.push(';');
  }
  lines.push('return [');
  for (const part of ['code', 'teardown', 'before_each']) {
    const { text: own, isAsync, isExpression } = all[part];
    if (part !== 'code' && own.trim() === '') {
      lines.push('null,');
      continue;
    }
    // Without a name, which would hide a variable of the snippet.
    lines.push(`${isAsync ? 'async ' : ''}function () { ${isExpression ? 'return (' : ''}`);
    add(part, own);
    lines.push(`${isExpression ? ');' : ''} },`);
  }
  lines.push(`() => ({ ${names.join(', ')} })];`);
  lines.push(`})(${names.join(', ')});`);
  return { text: lines.join('\n'), places };
}

const HELP = [
  ['Cannot use import statement', ": write `const fs = await import('fs')`, or name it in `needs`"],
  ["Unexpected token 'export'", ': what the prelude declares is there without it'],
];

// A part by itself: whether it is a lone expression, whose value it then has, and whether it waits with `await`.
function checked(part, own) {
  const isBody = part === 'prelude' || part === 'setup' || part === 'variant_setup';
  const expressions = isBody ? [] : [own, ...withoutEnd(own)];
  for (const isAsync of [false, true]) {
    const fails = (text) => fault(isAsync ? text : withAwait(text), isAsync) !== null;
    const expression = expressions.find((each) => !fails(`return (${each}\n)`));
    if (expression !== undefined) return { text: expression, isAsync, isExpression: true };
    if (!fails(own)) return { text: own, isAsync, isExpression: false };
  }
  const error = fault(own, /\bawait\b/.test(own));
  const line = Number(String(error.stack).match(/^cmpthese:(\d+)/)?.[1] ?? 1);
  const [, help = ''] = HELP.find(([beginning]) => error.message.startsWith(beginning)) ?? [];
  throw new WrongPart(error.message + help, part, Math.min(line, own.split('\n').length));
}

// A text in which each `await` is the operator, as in `await (x)`, which is a call where it may be a name; what it does is another thing.
function withAwait(text) {
  return text.replace(/(?<![.\w$]|\bfor\s+)await\b(?=\s*[(\[`+\-/]|[^\S\n]*\n)/g, 'await void ');
}

// What stands before a semicolon that may be the last one, with comments behind it at most: one in a text may look like that, too, and
// leaves no expression before it.
function withoutEnd(own) {
  const ends = [...own.matchAll(/;/g)].map(({ index }) => index);
  return ends.filter((index) => NOTHING.test(own.slice(index))).map((index) => own.slice(0, index));
}

// The error of a text as the body of a function, or null.
function fault(body, isAsync) {
  try {
    if (isAsync) new vm.Script(`(async () => { "use strict"; ${body}\n})`, { filename: NAME });
    else vm.compileFunction(`"use strict"; ${body}`, [], { filename: NAME });
    return null;
  } catch (error) {
    return error;
  }
}

// Message, part and line of something that was thrown: the innermost frame that is the snippet's.
function inWords(error, places) {
  let stack = '';
  let message;
  try {
    const isError = error instanceof Error;
    stack = isError ? String(error.stack) : '';
    message = isError ? said(error) : `thrown: ${String(error)}`;
  } catch {
    message = 'an exception that cannot be shown';
  }
  const frame = stack.match(/^\s+at .*?\bcmpthese:(\d+):\d+\)?$/m);
  return [message, ...(frame ? place(Number(frame[1]), places) : [])];
}

function said(error) {
  const { name, message } = error;
  if (!message) return String(name);
  return name === 'Error' ? String(message) : `${name}: ${message}`;
}

// What goes wrong in the first word of an expression is said to be where `return` stands, in the line before.
function place(line, places) {
  const found = places.find(({ first, last }) => line >= first - 1 && line <= last);
  return found ? [found.part, Math.max(line - found.first + 1, 1)] : [];
}

module.exports = { compiled, inWords };
