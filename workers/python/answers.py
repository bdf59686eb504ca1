# Answers in canonical form, as docs/protocol.md has it; compiled by the host with the first answer.
import os
import sys

HEAD = 65536
# A byte as the canonical form writes it.
ESCAPED = [chr(byte) if 32 <= byte < 127 else "\\x%02X" % byte for byte in range(256)]
for _shown, _as in (("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r"), ('"', '\\"'), ("\\", "\\\\")):
    ESCAPED[ord(_shown)] = _as
PLAIN = bytes(byte for byte in range(256) if ESCAPED[byte] == chr(byte))
# Kinds of the standard library that are lists and tables by another name.
LISTS = {"builtins.list", "builtins.tuple", "builtins.range", "collections.deque", "array.array", "builtins.dict_keys",
         "builtins.dict_values", "builtins.dict_items", "builtins.odict_keys", "builtins.odict_values", "builtins.odict_items"}
TABLES = {"builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter", "builtins.mappingproxy"}


def canonical_answer(value, check):
    """The digest where the head is not the whole, the length, and the head."""
    limits = sys.getrecursionlimit(), getattr(sys, "get_int_max_str_digits", int)()
    sys.setrecursionlimit(max(limits[0], 10_000))
    if limits[1]:
        sys.set_int_max_str_digits(0)
    try:
        out = []
        canonical(out.append, value, check == "lenient", 0)
        whole = "".join(out)
    finally:
        sys.setrecursionlimit(limits[0])
        if limits[1]:
            sys.set_int_max_str_digits(limits[1])
    if len(whole) <= HEAD:
        return None, len(whole), whole
    import hashlib

    return hashlib.sha256(whole.encode("ascii")).hexdigest(), len(whole), whole[:HEAD]


def canonical(emit, value, lenient, depth):
    if depth > 1000:
        raise Exception("the answer is nested deeper than 1000 levels, or contains itself: return data")
    scalar = scalar_form(value, lenient)
    if scalar is not None:
        return emit(scalar)
    kind = type(value)
    name = "%s.%s" % (kind.__module__, kind.__qualname__)
    if name in LISTS:
        return of_list(emit, value, lenient, depth)
    if name in TABLES:
        return of_table(emit, value, lenient, depth)
    if name.startswith("numpy.") and hasattr(value, "tolist"):
        plain = value.tolist()
        if type(plain) is not kind:  # a longdouble has no plain form
            return canonical(emit, plain, lenient, depth + 1)
    if kind in (set, frozenset):
        return emit("[%s]" % ", ".join(sorted(form(item, lenient, depth + 1) for item in value)))
    data = data_of(value)
    emit(escaped(kind.__name__) + " ")
    canonical(emit, data, lenient, depth + 1)


def form(value, lenient, depth):
    out = []
    canonical(out.append, value, lenient, depth)
    return "".join(out)


def of_list(emit, value, lenient, depth):
    emit("[")
    for index, item in enumerate(value):
        if index:
            emit(", ")
        canonical(emit, item, lenient, depth + 1)
    emit("]")


def of_table(emit, value, lenient, depth):
    emit("{")
    entries = sorted(((key_bytes(key, depth), rank(key), item) for key, item in value.items()), key=lambda entry: entry[:2])
    for index, (key, _, item) in enumerate(entries):
        emit('%s"%s": ' % (", " if index else "", escaped(key)))
        canonical(emit, item, lenient, depth + 1)
    emit("}")


def key_bytes(key, depth):
    """Keys are texts; others are what their canonical form is."""
    return as_bytes(key) if isinstance(key, (str, bytes)) else form(key, False, depth + 1).encode("ascii")


def rank(key):
    """Of several keys that are the same bytes a text is the last."""
    return 2 if isinstance(key, str) else 1 if isinstance(key, bytes) else 0


REFUSED = "the answer holds %s %s, which cannot be compared: return data"


def data_of(value):
    """The data of an object: what its class inherits from list, table, text or number, its path, or its attributes."""
    kind = type(value)
    if kind.__module__ == "builtins" or isinstance(value, type):
        raise Exception(REFUSED % (article(kind), kind.__name__))
    for base in (bool, int, float, str, bytes, list, tuple, dict, set, frozenset):
        if isinstance(value, base):
            made = dict(dict.items(value)) if base is dict else base.__new__(base, value) if base is not list else list(value)
            return made if base is not set else set(value)
    if hasattr(kind, "__members__") and getattr(value, "_name_", None) is not None:
        return value._name_  # a member of an Enum
    if isinstance(value, os.PathLike):
        return os.fspath(value)  # its attributes are also what it remembers of questions that it was asked
    slots = [slot for base in kind.__mro__ for slot in slots_of(base)]
    attributes = getattr(value, "__dict__", None)
    data = {slot: getattr(value, slot) for slot in slots if hasattr(value, slot)}
    data.update(attributes or {})
    if not data:  # what it holds is elsewhere
        raise Exception(REFUSED % (article(kind), kind.__name__))
    return data


def article(kind):
    return "an" if kind.__name__[:1].lower() in "aeio" else "a"


def slots_of(kind):
    slots = kind.__dict__.get("__slots__", ())
    slots = (slots,) if isinstance(slots, str) else slots
    private = "_" + kind.__name__.lstrip("_")
    names = [slot for slot in slots if slot not in ("__dict__", "__weakref__")]
    return [private + name if name.startswith("__") and not name.endswith("__") else name for name in names]


def scalar_form(value, lenient):
    kind = type(value)
    if value is None:
        return "null"
    if kind is bool:
        return ('"1"' if value else '""') if lenient else ("true" if value else "false")
    if kind is int or kind is float:
        return '"%s"' % number_form(value) if lenient else number_form(value)
    if kind in (str, bytes, bytearray, memoryview):
        return '"%s"' % escaped(as_bytes(value))
    return None


def number_form(number):
    if type(number) is int:
        return str(number)
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Inf" if number > 0 else "-Inf"
    if abs(number) < 2**53 and number == int(number):
        return str(int(number))
    for digits in (15, 16):
        text = "%.*g" % (digits, number)
        if float(text) == number:
            return text
    return "%.17g" % number


def as_bytes(text):
    """Characters beyond Latin-1 make the whole text UTF-8."""
    if not isinstance(text, str):
        return bytes(text)
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def escaped(text):
    data = as_bytes(text)
    if not data.translate(None, PLAIN):
        return data.decode("ascii")
    return "".join([ESCAPED[byte] for byte in data])
