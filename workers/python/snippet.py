# The parts of a snippet as code: the prelude is a module; setup, code, teardown and what runs before each iteration are one
# generator in it, with the loop around the code, so that their names are locals of one function, as in timeit. It is made of
# syntax trees, each part having its own range of lines.
import _ast
import builtins
import sys

ONLY_TREE = 0x400  # ast.PyCF_ONLY_AST: the module ast takes longer to load than the host
LINES = 10_000_000  # a part has so many
DEPTH = 5_000  # trees are walked so deep: a thousand branches of `elif` are one in the other
PARTS = ("prelude", "setup", "variant_setup", "code", "teardown", "before_each")
OWN_SCOPE = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda, _ast.ClassDef, _ast.ListComp, _ast.SetComp, _ast.DictComp,
             _ast.GeneratorExp)
# What they bind with `:=` is bound around them.
COMPREHENSIONS = (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
NAMED = getattr(_ast, "NamedExpr", ())  # since Python 3.8

# Between the readings of the clock there is nothing but the loop and what a slice takes, which is measured and taken off.
TOGETHER = """
            _c_batch.usage[0] = _c_usage(0)
            _c_times[0] = _c_clock()
            for _c_loop in _c_loops:
                for _c_it in _c_loop:
                    _c_code
                _c_at += 1
                _c_times[_c_at] = _c_clock()
            _c_batch.usage[1] = _c_usage(0)
"""

EACH_BY_ITSELF = """
            for _c_loop in _c_loops:
                for _c_it in _c_loop:
                    _c_before_each
                    _c_before = _c_batch.read()
                    _c_start = _c_clock()
                    _c_code
                    _c_end = _c_clock()
                    _c_batch.add(_c_at, _c_end - _c_start, _c_before)
                _c_at += 1
"""

FRAME = """
def _c_snippet(_c_clock, _c_usage, _c_in_words):
    _c_setup
    _c_variant_setup
    _c_value = _c_it = None
    while True:
        try:
            _c_left = _c_params
        except NameError:
            _c_left = {}  # a part has deleted one
        _c_batch = yield _c_left
        if _c_batch is None:
            break
        _c_loops = _c_batch.loops
        _c_times = _c_batch.times
        _c_at = 0
        try:
%s
            _c_batch.value = _c_value
        except SystemExit:
            raise
        except BaseException as _c_error:
            _c_batch.error = _c_in_words(_c_error)
        _c_value = _c_loops = _c_loop = None
    _c_teardown
"""


def made(parts, params, namespace, tools):
    """The generator that runs the snippet: it sets up and then takes batches, and yields the parameters that are locals of it. It raises what the prelude raises, and SyntaxError."""
    for name in params:
        try:
            compile(name + " = 0", "cmpthese", "exec", dont_inherit=True)
        except SyntaxError as error:
            error.msg = "the parameter `%s` cannot have this name in Python: %s" % (name, error.msg)
            raise
    trees = {part: deeply(tree, part, parts.get(part) or "") for part in PARTS}
    prelude = deeply(compile, trees["prelude"], "cmpthese:prelude", "exec", 0, True)
    exec(prelude, namespace)
    bodies = {"_c_" + part: trees[part].body for part in PARTS[1:]}
    keep_value(bodies["_c_code"])
    inner = EACH_BY_ITSELF if (parts.get("before_each") or "").strip() else TOGETHER
    outer = deeply(globals_of, bodies, trees["prelude"], namespace, params)
    local = [name for name in params if name not in outer]
    told = "{%s}" % ", ".join("%r: %s" % (name, name) for name in local)
    frame = (FRAME % inner.strip("\n")).replace("_c_params", told)
    frame = compile(frame, "cmpthese", "exec", ONLY_TREE, dont_inherit=True)
    function = frame.body[0]
    fill(function, bodies)
    function.args.args += [_ast.arg(arg=name, annotation=None, lineno=1, col_offset=0) for name in local]
    if outer:
        function.body.insert(0, _ast.Global(names=sorted(outer), lineno=1, col_offset=0))
    future = of_the_future(prelude) if "__future__" in (parts.get("prelude") or "") else 0
    exec(deeply(compile, frame, "cmpthese", "exec", future, True), namespace)
    return namespace.pop("_c_snippet")(*tools, *[namespace[name] for name in local])


def of_the_future(code):
    """The flags of what a prelude imports from there, which holds in the parts behind it as in a file."""
    import __future__
    flags = 0
    for name in __future__.all_feature_names:
        flags |= getattr(__future__, name).compiler_flag
    return code.co_flags & flags


def deeply(make, *arguments):
    """What a function makes of a tree that may be nested deeper than calls may be."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEPTH))
    try:
        return make(*arguments)
    finally:
        sys.setrecursionlimit(limit)


def tree(part, text):
    """The syntax tree of a part, which may be indented as a whole. What may stand in no module, such as break, may in no part."""
    name = "cmpthese:" + part
    first = 1 + PARTS.index(part) * LINES if part != "prelude" else 1
    try:
        module = compile(text, name, "exec", ONLY_TREE, dont_inherit=True)
        shift = first - 1
    except IndentationError as error:
        if text[:1] not in " \t\n":
            raise
        try:
            module = compile("if 1:\n" + text, name, "exec", ONLY_TREE, dont_inherit=True)
        except IndentationError:
            raise error
        except SyntaxError as inner:
            inner.lineno = max((inner.lineno or 2) - 1, 1)
            raise inner
        if len(module.body) != 1:
            raise error
        module.body = module.body[0].body
        shift = first - 2
    move(module, shift)
    if part != "prelude":
        try:
            compile(module, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            if "no binding for nonlocal" not in error.msg:
                raise
            compile(where_names_are_bound(module), name, "exec", dont_inherit=True)
    return module


def where_names_are_bound(module):
    """The same in a class, where no more may stand than in a module, in a function that binds what functions in it call nonlocal: a part before may do that."""
    names = sorted({name for node in walk(module) if isinstance(node, _ast.Nonlocal) for name in node.names})
    text = "def _c_around():\n %s = None\n class _c_within:\n  _c_part" % " = ".join(names)
    around = compile(text, "cmpthese", "exec", ONLY_TREE, dont_inherit=True)
    fill(around, {"_c_part": module.body})
    return around


def move(node, lines):
    for inner in walk(node):
        if hasattr(inner, "lineno"):
            inner.lineno += lines
        if getattr(inner, "end_lineno", None) is not None:
            inner.end_lineno += lines


def children(node):
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, _ast.AST):
            yield value
        elif isinstance(value, list):
            yield from (item for item in value if isinstance(item, _ast.AST))


def walk(node):
    yield node
    for child in children(node):
        yield from walk(child)


def scope(node):
    """The nodes of the scope of a part, without those of functions and classes in it."""
    yield node
    for child in children(node):
        if isinstance(child, OWN_SCOPE):
            yield child
        else:
            yield from scope(child)


def bound(node):
    """The names that a scope binds."""
    for inner in scope(node):
        if isinstance(inner, _ast.Name) and not isinstance(inner.ctx, _ast.Load):
            yield inner.id
        elif isinstance(inner, _ast.alias):
            yield inner.asname or inner.name.split(".")[0]
        elif isinstance(inner, COMPREHENSIONS):
            yield from (named.target.id for named in walk(inner) if isinstance(named, NAMED))
        elif isinstance(getattr(inner, "name", None), str):
            yield inner.name


def globals_of(bodies, prelude, namespace, params):
    """What the parts after the prelude bind of the names of the module: those that it has bound itself, otherwise than by a loop, those
    that its functions look for, and those that a part declares to be global, which is done once for all of them."""
    loops = {name for inner in scope(prelude) if isinstance(inner, _ast.For) for name in bound(inner.target)}
    module = (set(namespace) | asked_for(prelude)) - set(params) - loops
    found = set()
    for body in bodies.values():
        for statement in body:
            found.update(module.intersection(bound(statement)) if not isinstance(statement, OWN_SCOPE) else module & {statement.name})
            found.update(name for inner in walk(statement) if isinstance(inner, _ast.Global) for name in inner.names)
            for inner in scope(statement) if not isinstance(statement, OWN_SCOPE) else ():
                if isinstance(inner, _ast.Global):
                    inner.names = ["_c_global"]
    own = [statement for body in bodies.values() for statement in body if not isinstance(statement, OWN_SCOPE)]
    for inner in (inner for statement in own for inner in scope(statement)):
        if isinstance(inner, _ast.AnnAssign) and isinstance(inner.target, _ast.Name) and inner.target.id in found:
            inner.simple = 0  # as in brackets: a function may annotate no name of the module
    return found


def asked_for(prelude):
    """The names that functions of the prelude look for, and neither they nor the language have: the setup may bind them."""
    asked = set()
    for function in outermost(prelude):
        inside = list(walk(function))  # with the functions in it, which see its names
        own = {node.arg for node in inside if isinstance(node, _ast.arg)}
        own.update(node.id for node in inside if isinstance(node, _ast.Name) and not isinstance(node.ctx, _ast.Load))
        own.update(name for node in inside if isinstance(node, OWN_SCOPE + (_ast.Import, _ast.ImportFrom)) for name in bound(node))
        own.update(name for node in inside for name in (getattr(node, "name", None), getattr(node, "rest", None)) if isinstance(name, str))
        asked.update(node.id for node in inside if isinstance(node, _ast.Name) and node.id not in own)
        asked.update(name for node in inside if isinstance(node, _ast.Global) for name in node.names)
    return asked - set(dir(builtins))


def outermost(node):
    """The functions that are in no other."""
    for child in children(node):
        if isinstance(child, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)):
            yield child
        else:
            yield from outermost(child)


def keep_value(body):
    """Every iteration ends by keeping its value: that of the last statement where it is an expression, and None otherwise."""
    last = body[-1] if body else None
    if isinstance(last, _ast.Expr):
        value = body.pop().value
    else:
        place = {"lineno": 1, "col_offset": 0} if last is None else {"lineno": last.lineno, "col_offset": last.col_offset}
        value = compile("None", "cmpthese", "eval", ONLY_TREE, dont_inherit=True).body
        for name in place:
            setattr(value, name, place[name])
        value.end_lineno = value.end_col_offset = None
    place = {"lineno": value.lineno, "col_offset": value.col_offset}
    target = _ast.Name(id="_c_value", ctx=_ast.Store(), **place)
    body.append(_ast.Assign(targets=[target], value=value, type_comment=None, **place))


def fill(node, bodies):
    """Puts the bodies of the parts where their names stand in the frame."""
    for field in ("body", "orelse", "handlers", "finalbody"):
        statements = getattr(node, field, None)
        if not isinstance(statements, list):
            continue
        whole = []
        for statement in statements:
            name = statement.value.id if is_lone_name(statement) else None
            if name in bodies:
                whole += bodies[name]
            else:
                fill(statement, bodies)
                whole.append(statement)
        statements[:] = whole or [_ast.Pass(lineno=1, col_offset=0)] if statements else []


def is_lone_name(statement):
    return isinstance(statement, _ast.Expr) and isinstance(statement.value, _ast.Name)
