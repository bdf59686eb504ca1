# The Python host: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file descriptors
# 3 and 4, or forks itself into as many workers as its argument says. It shares its process with what is measured, and is started
# for each launch, so it loads as little as it can: what answers and errors need is compiled with the first of them.
import _thread
import builtins
import gc
import os
import sys
from itertools import repeat
from os import _exit, getpid, pread, read as read_some, write  # held, because code may replace what a module has
from resource import getrusage
from time import perf_counter_ns

try:
    from _json import encode_basestring_ascii as json_text, make_scanner
except ImportError:  # PyPy
    make_scanner, (json_text, json_loads) = None, (lambda json: (json.dumps, json.loads))(__import__("json"))

# Code may replace what is built in, for everybody: the host has names of its own for it.
OWN_BUILTINS = dict(vars(builtins))
globals().update((name, value) for name, value in OWN_BUILTINS.items() if name[0] != "_")

FOLDER = os.path.dirname(os.path.abspath(__file__))
SELF = 0  # RUSAGE_SELF
OF_RUSAGE = ("peak_rss_bytes", "user_ns", "sys_ns", "minor_faults", "major_faults", "blocks_in", "blocks_out",
             "voluntary_switches", "involuntary_switches")
OF_IO = ("read_bytes", "write_bytes", "read_calls", "write_calls")
# The numbers of clone(2), by the machine of uname(2).
CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}


def whole_file(name):
    with open(os.path.join(FOLDER, name + ".py"), encoding="utf-8") as file:
        return file.read()


# What is compiled when it is needed is read before the snippet may have taken all descriptors.
later = {name: whole_file(name) for name in ("snippet", "answers", "errors")}
loaded = {}


def load(name):
    """The names of one of the files that are not needed at once."""
    if name in later:
        loaded[name] = {"__name__": "cmpthese_" + name, "__builtins__": OWN_BUILTINS}
        exec(compile(later.pop(name), name + ".py", "exec"), loaded[name])
    return loaded[name]


class ScannerSettings:
    """What the scanner of Python's JSON asks for, without the package around it, which takes longer to load than this file."""

    strict = False
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float
    memo = {}


def json_value(text):
    return scan(text, 0)[0] if make_scanner else json_loads(text)


scan = make_scanner(ScannerSettings) if make_scanner else None


def fork_workers(count):
    """Forks this process, which has loaded everything, into so many workers, and ends it. The result is, in each of them, the
    first of its three descriptors. They are children of the scheduler, as this process is."""
    import ctypes

    number = CLONE[os.uname().machine]
    library = ctypes.PyDLL(None, use_errno=True)
    for worker in range(count):
        child = library.syscall(*map(ctypes.c_long, (number, 0x8000 | 17, 0, 0, 0, 0)))  # CLONE_PARENT | SIGCHLD
        if child < 0:
            raise OSError(ctypes.get_errno(), "clone")
        if child == 0:
            return become_worker(worker, count, library)
    _exit(0)


def become_worker(worker, count, library):
    os.setpgid(0, 0)
    library.prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGKILL: as the scheduler asked for the process that was forked
    first = 3 + 3 * worker
    os.dup2(first + 2, 2)
    for descriptor in range(3, 3 + 3 * count):
        if descriptor not in (first, first + 1):
            os.close(descriptor)
    gc.collect()  # it writes to all pages that are still shared, each of which is copied: not in the time of the first one that is timed
    return first


class Batch:
    """Iterations that are run together: what the loop of the snippet is told, and what it leaves."""

    def __init__(self, slice_length, count, is_bare):
        self.loops = [repeat(None, slice_length) for _ in range(count)]
        self.times = [0] * (count + 1)
        self.usage = [None, None]
        self.slices = [0] * count  # where something runs before each iteration
        self.sums = None
        self.is_bare = is_bare
        self.has_forked = False
        self.value = self.error = None

    def add(self, slice_number, took, before):
        """Takes note of an iteration before which something ran."""
        self.slices[slice_number] += max(took - iteration_cost, 0)
        if before is None:
            return
        more = difference(before, readings())
        if self.sums:
            more = [more[0]] + [a + b for a, b in zip(self.sums[1:], more[1:])]
        self.sums = more

    def read(self):
        return None if self.is_bare else readings()

    def slice_times(self):
        if case["before_each"]:
            return self.slices
        return [max(b - a - slice_cost, 0) for a, b in zip(self.times, self.times[1:])]

    def delayed(self, wall):
        """The part in which it could have run and others had the CPU. It is not known of who waits for something of its own accord,
        nor of who forked: a child that is gone may have had it."""
        before, after = self.usage
        if before is None or self.has_forked or after.ru_nvcsw != before.ru_nvcsw:
            return None
        ran = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return min(max(wall - round(ran * 1e9), 0), wall)


def run(slice_length, count, is_bare):
    """One batch, with the readings around it."""
    global running
    batch = running = Batch(slice_length, count, is_bare)
    before = batch.read() if not case["before_each"] else None
    case["locals"] = case["loop"].send(batch)
    if before is not None:
        batch.sums = difference(before, readings())
    if getpid() != host:
        _exit(0)  # a child that the snippet forked and that ran on into the host
    return batch


def in_child():
    """A child that the snippet forks and that runs on must not go on with the loop, where each round would fork once more."""
    if running:
        for loop in running.loops:
            for _ in loop:
                pass
        del running.loops[:]


def in_parent():
    if running:
        running.has_forked = True


def readings():
    counts = pread(io, 512, 0) if io is not None else None
    return getrusage(SELF), counts, get_stats() if get_stats else None


def numbers(raw):
    usage, counts, collected = raw
    found = [usage.ru_maxrss * 1024, round(usage.ru_utime * 1e6) * 1000, round(usage.ru_stime * 1e6) * 1000, usage.ru_minflt,
             usage.ru_majflt, usage.ru_inblock, usage.ru_oublock, usage.ru_nvcsw, usage.ru_nivcsw]
    if counts is not None:
        found += [int(word) for word in counts.split()[1:8:2]]
    if collected is not None:
        found.append(sum(generation["collections"] for generation in collected))
    return found


def difference(before, after):
    first, last = numbers(before), numbers(after)
    found = [max(b - a - cost, 0) for a, b, cost in zip(first, last, reading_cost)]
    found[0] = last[0]  # the peak of memory is a level
    return found


def null_readings():
    """What reading the counters itself adds to them: the least of a few readings with nothing in between."""
    pairs = [(readings(), readings()) for _ in range(3)]
    costs = [[b - a for a, b in zip(numbers(before), numbers(after))] for before, after in pairs]
    return [min(cost) for cost in zip(*costs)]


def null_slice():
    """What a slice takes that runs nothing."""
    return min(run(0, 16, True).slice_times())


def null_iteration():
    """What an iteration takes by itself that runs nothing."""
    least = []
    for _ in range(16):
        start = perf_counter_ns()
        end = perf_counter_ns()
        least.append(end - start)
    return min(least)


def prepare(new):
    global case, running, slice_cost, collector
    case = running = None
    if collector == "off":
        gc.enable()
    collector = "on"
    if new["kind"] != "snippet":
        return fail("protocol", "a case of kind %s is not for a language" % new["kind"])
    if new.get("gc", "on") not in ("on", "off", "before"):
        return fail("protocol", "Python's collector cannot be %s" % new["gc"])
    sys.modules["__main__"] = module_of_snippet = type(sys)("__main__")  # where pickle finds its classes
    namespace = vars(module_of_snippet)
    namespace["__builtins__"] = builtins
    builtins.__file__ = os.path.join(os.getcwd(), "cmpthese")  # as if it were a file there; not of the module, which multiprocessing would load
    for module in new.get("needs") or ():
        try:
            root = __import__(module)
        except ModuleNotFoundError as error:
            if error.name and (module + ".").startswith(error.name + "."):
                return fail("missing", module)
            return failed(error, module + " does not load: ")
        except Exception as error:
            return failed(error, module + " does not load: ")
        namespace[root.__name__.split(".")[0]] = sys.modules[root.__name__.split(".")[0]]
    parts, params = new["parts"], new.get("params") or {}
    namespace.update(params)
    tools = (perf_counter_ns, getrusage, load("errors")["error_in_words"])
    try:
        loop = load("snippet")["made"](parts, params, namespace, tools)
        given = next(loop)
    except SyntaxError as error:
        is_own = (error.filename or "").startswith("cmpthese")
        return fail("compile", *load("errors")["place_of_syntax_error"](error)) if is_own else failed(error)
    except SystemExit:
        raise
    except BaseException as error:
        return failed(error)
    case = {"loop": loop, "locals": given, "values": lambda: values(namespace, params), "before_each": bool((parts.get("before_each") or "").strip())}
    slice_cost = 0 if case["before_each"] else null_slice()
    collector = new.get("gc", "on")
    if collector == "off":
        gc.collect()
        gc.disable()
    reply('{"type":"prepared"}')


def values(namespace, params):
    """The parameters as the code finds them: locals of its function, or variables of the module where a part declares them global."""
    return [(name, case["locals"][name] if name in case["locals"] else namespace.get(name)) for name in params]


def answer(check):
    given = () if case["before_each"] else case["values"]()  # it may put them back
    batch = run(1, 1, True)
    if batch.error:
        return fail("died", *batch.error)
    for (name, value), (_, left) in zip(given, case["values"]()):
        if left is not value and (type(left) is not type(value) or left != value):
            return fail("died", "the code changes the parameter %s: the next iteration would begin with another one" % name)
    try:
        fields = load("answers")["canonical_answer"](batch.value, check)
    except SystemExit:
        raise
    except BaseException as error:
        return failed(error)
    digest, length, head = fields
    reply('{"type":"answer",%s"length":%d,"head":%s}' % ('"digest":"%s",' % digest if digest else "", length, json_text(head)))


def send_sample(iterations, count, is_bare):
    if iterations % count:
        return fail("protocol", "no slices of equally many iterations")
    if collector == "before":
        gc.collect()
    batch = run(iterations // count, count, is_bare)
    if batch.error:
        return fail("died", *batch.error)
    batch.value = None
    slices = batch.slice_times()
    wall = sum(slices)
    delayed = batch.delayed(wall)
    read = [("wall_ns", wall)] + ([] if delayed is None else [("delayed_ns", delayed)]) + list(zip(metrics, batch.sums or ()))
    reply('{"type":"sample","iterations":%d,"readings":{%s}%s}' % (
        iterations, ",".join('"%s":%d' % pair for pair in read),
        ',"slices_ns":[%s]' % ",".join(map(str, slices)) if count > 1 else ""))


def failed(error, before=""):
    message, part, line = load("errors")["error_in_words"](error)
    fail("died", before + message, part, line)


def fail(kind, message, part=None, line=None):
    place = ',"part":"%s","line":%d' % (part, line) if part else ""
    reply('{"type":"error","kind":"%s","message":%s%s}' % (kind, json_text(message[:8192].encode("utf-8", "replace").decode("utf-8")), place))


def reply(text):
    if getpid() != host:
        _exit(0)  # a child that the snippet forked outside the loop
    rest = text.encode() + b"\n"
    while rest:
        rest = rest[write(first + 1, rest):]


def requests():
    """The requests, until the pipe ends."""
    pending = b""
    while True:
        *lines, pending = pending.split(b"\n")
        yield from lines
        read = [pending]
        while b"\n" not in read[-1]:
            more = read_some(first, 65536)
            if not more:
                return
            read.append(more)
        pending = b"".join(read)


def serve():
    for line in requests():
        request = json_value(line.decode())
        kind = request["type"]
        if kind == "prepare":
            prepare(request["case"])
        elif kind == "bye":
            if case:
                tear_down()
            return reply('{"type":"bye"}')
        elif kind == "answer" and case:
            answer(request["check"])
        elif kind == "run" and case:
            send_sample(request["iterations"], request.get("slices") or 1, request.get("bare", False))
        else:
            fail("protocol", kind + " cannot be done now")


def tear_down():
    try:
        case["loop"].send(None)
    except BaseException:
        pass


def hello():
    version = "%d.%d.%d" % sys.version_info[:3]
    if sys.implementation.name != "cpython":
        version += " (%s %d.%d.%d)" % ((sys.implementation.name,) + tuple(sys.implementation.version)[:3])
    missing = ",".join("%s:%s" % (json_text(name), json_text(why)) for name, why in absent.items())
    more = (',"pid":%d' % host if is_forked else "") + (',"jit":true' if sys.implementation.name == "pypy" else "")
    reply('{"type":"hello","protocol":1,"worker":"python %s"%s,"absent":{%s}}' % (version, more, missing))


is_forked = len(sys.argv) > 1
if is_forked:
    for name in ("snippet", "errors"):
        load(name)
first = fork_workers(int(sys.argv[1])) if is_forked else 3
for descriptor in (first, first + 1):
    os.set_inheritable(descriptor, False)  # programs that a snippet starts must not hold the pipes
host = getpid()
absent = {}
try:
    io = os.open("/proc/self/io", os.O_RDONLY)
except OSError as error:
    io = None
    absent = {name: "/proc/self/io: %s" % error.strerror for name in OF_IO}
absent["collection_ns"] = "Python does not tell how long it collects, but to a function that is called each time"
get_stats = None
if sys.implementation.name == "cpython":
    get_stats = gc.get_stats
metrics = OF_RUSAGE + (OF_IO if io is not None else ()) + (("collections",) if get_stats else ())
case = running = None
collector = "on"
own_module = sys.modules["__main__"]  # kept, because the snippet takes its name
slice_cost = 0
reading_cost = [0] * len(metrics)
reading_cost = null_readings()
iteration_cost = null_iteration()
os.register_at_fork(after_in_child=in_child, after_in_parent=in_parent)
sys.argv[1:] = []
if not getattr(sys.flags, "safe_path", False):
    sys.path[0] = ""  # as with `python3 -c`: modules of the directory that it was started in, and none of the host
_thread.stack_size(8 << 20)  # as usual: that of this process is larger, and the C library keeps none of that size for the next thread
hello()
try:
    serve()
except OSError as error:
    if error.errno != 9:  # EBADF
        raise
    write(2, b"the code closed the descriptors of the worker\n")
    _exit(1)
