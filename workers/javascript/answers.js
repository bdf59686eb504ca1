// Answers in canonical form, as docs/protocol.md has it.
'use strict';

const HEAD = 65536;
const TOO_DEEP = 'the answer is nested deeper than 1000 levels, or contains itself: return data';
const NAMED = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

// The fields of an answer; the digest where the head is not the whole.
function canonicalAnswer(value, check) {
  const whole = wholeForm(value, check === 'lenient');
  if (whole.length <= HEAD) return { length: whole.length, head: whole };
  const digest = require('node:crypto').createHash('sha256').update(whole, 'latin1').digest('hex');
  return { digest, length: whole.length, head: whole.slice(0, HEAD) };
}

// Whoever has set a small stack (--stack-size) has no room for a thousand levels.
function wholeForm(value, lenient) {
  try {
    return form(value, lenient, 0);
  } catch (error) {
    throw error instanceof RangeError && error.message === 'Maximum call stack size exceeded' ? new Error(TOO_DEEP) : error;
  }
}

function form(value, lenient, depth) {
  if (depth > 1000) throw new Error(TOO_DEEP);
  switch (typeof value) {
    case 'undefined': return 'null';
    case 'boolean': return lenient ? (value ? '"1"' : '""') : String(value);
    case 'number': return lenient ? `"${numberForm(value)}"` : numberForm(value);
    case 'bigint': return lenient ? `"${value}"` : String(value);
    case 'string': return textForm(value);
    case 'object': return value === null ? 'null' : ofObject(value, lenient, depth);
    default: throw refused(typeof value);
  }
}

function ofObject(value, lenient, depth) {
  const inner = (item) => form(item, lenient, depth + 1);
  const list = (items) => `[${Array.from(items, inner).join(', ')}]`;
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return bytesForm(Buffer.from(value));
  if (ArrayBuffer.isView(value)) {
    const isBytes = value instanceof Uint8Array || value instanceof DataView;
    return isBytes ? bytesForm(Buffer.from(value.buffer, value.byteOffset, value.byteLength)) : list(value);
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return list(value);
  if (prototype === Object.prototype || prototype === null) return table(Object.entries(value), inner, depth);
  if (prototype === Map.prototype) return table([...value], inner, depth);
  if (prototype === Set.prototype) return `[${Array.from(value, inner).sort().join(', ')}]`;
  const name = prototype.constructor?.name;
  if (typeof name !== 'string' || !name || value[Symbol.toStringTag] === 'Generator') throw refused(value[Symbol.toStringTag] ?? 'object without a class');
  const { entries, items, plain } = data(value, name, inner);
  // Here, and not where they are found: a thousand levels must fit into the stack of V8.
  return `${escaped(toBytes(name))} ${entries ? table(entries, inner, depth) : items ? list(items) : plain}`;
}

// The data of an object of a class: what the class inherits from, else its own properties.
function data(value, name, inner) {
  if (value instanceof RegExp) return { plain: textForm(String(value)) };
  if ([Date, Number, Boolean, String, BigInt].some((kind) => value instanceof kind)) return { plain: inner(value.valueOf()) };
  if (value instanceof Error) return { entries: [['message', value.message]] };
  if (Array.isArray(value)) return { items: value };
  if (value instanceof Map) return { entries: [...value] };
  if (value instanceof Set) return { plain: `[${Array.from(value, inner).sort().join(', ')}]` };
  const own = Object.entries(value);
  // What it has lies elsewhere, as that of a `URL`, of an iterator, and of a class with private fields.
  if (own.length === 0 || value instanceof Promise) throw refused(value[Symbol.toStringTag] ?? name);
  return { entries: own };
}

// Keys are texts; others are what their canonical form is. They are sorted by bytes, and what is no text comes before a text.
function table(entries, inner, depth) {
  const isText = (key) => typeof key === 'string';
  const keyed = entries.map(([key, item]) => [isText(key) ? toBytes(key) : Buffer.from(form(key, false, depth + 1)), item, isText(key)]);
  keyed.sort(([a, , one], [b, , other]) => Buffer.compare(a, b) || one - other);
  return `{${keyed.map(([key, item]) => `"${escaped(key)}": ${inner(item)}`).join(', ')}}`;
}

function refused(what) {
  return new Error(`the answer holds a ${what}, which cannot be compared: return data`);
}

function numberForm(number) {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'Inf' : '-Inf';
  if (Number.isSafeInteger(number)) return String(number + 0 === 0 ? 0 : number);
  for (const digits of [15, 16]) {
    const text = shown(number, digits);
    if (Number(text) === number) return text;
  }
  return shown(number, 17);
}

// As toExponential, but what is halfway between two takes the even digit, as in other languages.
function rounded(number, digits) {
  const [mantissa, power] = number.toExponential(100).split('e'); // all digits of what is halfway
  const kept = mantissa.slice(0, mantissa.indexOf('.') + digits);
  const isEven = /[02468]$/.test(kept) && /^50*$/.test(mantissa.slice(kept.length));
  return isEven ? `${kept}e${power}` : number.toExponential(digits - 1);
}

// As %g of printf(3) shows it.
function shown(number, digits) {
  const [, sign, first, rest = '', power] = rounded(number, digits).match(/^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/);
  const exponent = Number(power);
  const significant = (first + rest).replace(/0+$/, '') || '0';
  if (exponent < -4 || exponent >= digits) {
    const mantissa = significant.length > 1 ? `${significant[0]}.${significant.slice(1)}` : significant;
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${significant}`;
  const whole = significant.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = significant.slice(exponent + 1);
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`;
}

// Characters beyond Latin-1 make the whole text UTF-8.
function toBytes(text) {
  return Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1');
}

function textForm(text) {
  return /[^ -~]|["\\]/.test(text) ? bytesForm(toBytes(text)) : `"${text}"`;
}

function bytesForm(bytes) {
  return `"${escaped(bytes)}"`;
}

function escaped(bytes) {
  return bytes.latin1Slice().replace(/[^ -~]|["\\]/g,
    (byte) => NAMED[byte] ?? `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

module.exports = { canonicalAnswer };
