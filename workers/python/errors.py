# Errors in words, with the place in the snippet; loads nothing, because a snippet may have left no descriptor to load it with.
LINES = 10_000_000  # as in snippet.py
PARTS = ("prelude", "setup", "variant_setup", "code", "teardown", "before_each")


def error_in_words(error):
    """Message, part and line: those of the innermost frame that is the snippet's."""
    part = line = None
    error = as_raised(error)
    step = error.__traceback__
    while step is not None:
        place = place_in(step.tb_frame.f_code.co_filename, step.tb_lineno)
        if place[0]:
            part, line = place
        step = step.tb_next
    return said(error), part, line


def as_raised(error):
    """What a setup raised: Python makes a RuntimeError of a StopIteration that leaves a generator, as the frame of a snippet is."""
    cause = error.__cause__
    step = cause.__traceback__ if isinstance(cause, StopIteration) else None
    is_of_frame = step is not None and step.tb_frame.f_code.co_name == "_c_snippet"
    return cause if is_of_frame and error.args == ("generator raised StopIteration",) else error


def place_in(file, line):
    """The part and the line within it; None for what is not the snippet's."""
    if file == "cmpthese:prelude":
        return "prelude", line
    if not file.startswith("cmpthese") or line is None or line < LINES:
        return None, None
    return PARTS[line // LINES], line % LINES


def said(error):
    kind = type(error).__name__
    try:
        text = str(error)
    except Exception:
        text = ""
    if isinstance(error, SyntaxError):
        text = error.msg
    if not text:
        return kind
    return text if type(error) is Exception else "%s: %s" % (kind, text)


def place_of_syntax_error(error):
    """Message, part and line of code that is no Python; no part where the compiler does not tell the line."""
    file, line = error.filename or "", error.lineno or 1
    part, within = place_in(file, line)
    if part is None and file.startswith("cmpthese:"):
        part, within = file[len("cmpthese:"):], line  # it was not even parsed
    return error.msg or "it is no Python", part, max(within or 1, 1)
