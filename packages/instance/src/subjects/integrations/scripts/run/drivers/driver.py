"""
What the process of Python scripts does; its argument is the number of characters of output that are kept of a run.

Python has no permissions: an audit hook, which nothing can take away again, lets through what its own library needs and refuses
files, processes, sockets and native code. The hook may use neither globals nor built-in functions, which a script can replace.
"""
import sys


def main():
    import ast
    import binascii
    import builtins
    import functools
    import io
    import itertools
    import json
    import os
    import traceback
    import types
    source, sink = os.fdopen(0, "rb", 65536), os.fdopen(1, "wb", 65536)
    longest = int(sys.argv[1])

    class Bunch(dict):
        def __getattr__(self, name):
            try:
                return self[name]
            except KeyError:
                raise AttributeError(name) from None
        def __setattr__(self, name, value):
            self[name] = value
        def __delattr__(self, name):
            try:
                del self[name]
            except KeyError:
                raise AttributeError(name) from None

    def bunchify(value):
        if isinstance(value, dict):
            return Bunch((key, bunchify(each)) for key, each in value.items())
        if isinstance(value, (list, tuple)):
            return type(value)(bunchify(each) for each in value)
        return value

    def unbunchify(value):
        if isinstance(value, dict):
            return {key: unbunchify(each) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(unbunchify(each) for each in value)
        return value

    Bunch.fromDict = staticmethod(bunchify)
    Bunch.toDict = unbunchify
    # Scripts import it by the names of the packages that have it: `bunch`, and `munch` for Python 3.
    helpers = {"bunch": {"Bunch": Bunch, "bunchify": bunchify, "unbunchify": unbunchify},
        "munch": {"Munch": Bunch, "munchify": bunchify, "unmunchify": unbunchify}}
    for package, members in helpers.items():
        sys.modules[package] = types.ModuleType(package)
        sys.modules[package].__dict__.update(members)

    decoder = json.JSONDecoder(object_hook=Bunch)
    def plain(value):
        if isinstance(value, (bytes, bytearray, memoryview)):
            return {"type": "Buffer", "data": binascii.b2a_base64(value, newline=False).decode("ascii")}
        return str(value)

    encoder = json.JSONEncoder(default=plain, separators=(",", ":"), allow_nan=False)

    def send(message):
        sink.write(encoder.encode(message).encode("utf-8", "backslashreplace") + b"\n")
        sink.flush()

    def receive():
        line = source.readline()
        if not line:
            os._exit(0)
        return decoder.decode(line.decode("utf-8"))

    class Output(io.TextIOBase):
        def __init__(self):
            self.text = []
            self.length = 0
        def writable(self):
            return True
        def write(self, text):
            if self.length <= longest:
                self.text.append(text)
                self.length += len(text)
            return len(text)
        def whole(self):
            text = "".join(self.text)
            return text if len(text) <= longest else text[:longest] + "\n…"

    class Response:
        def __init__(self, answer):
            self.status_code = self.status = self.code = answer.status
            self.reason = answer.reason
            self.content_type = answer.content_type
            self.headers = answer.headers
            given = answer.body
            self.bytes = binascii.a2b_base64(given["data"]) if isinstance(given, dict) else None
            self.text = given if self.bytes is None else self.bytes.decode("utf-8", "replace")
        @property
        def content(self):
            if self.bytes is not None:
                return self.bytes
            try:
                return decoder.decode(self.text) if "json" in (self.content_type or "") else self.text
            except ValueError:
                return self.text
        def json(self):
            return decoder.decode(self.text)
        def read(self):
            return self.text.encode("utf-8") if self.bytes is None else self.bytes
        def getcode(self):
            return self.status_code
        def info(self):
            return self.headers
        def getheader(self, name, default=None):
            return next((each for key, each in self.headers.items() if key.lower() == name.lower()), default)
        def getheaders(self):
            return list(self.headers.items())

    counter = itertools.count(1)

    def texts(value):
        return {str(key): str(each) for key, each in value.items() if each is not None} if isinstance(value, dict) else {}

    def call(verb, path, payload=None, options=None):
        if not isinstance(path, str):
            raise TypeError("The first argument of a call must be a path.")
        given = options if isinstance(options, dict) else {}
        split = "headers" in given or "parameters" in given
        number = next(counter)
        send({"type": "call", "call": number, "verb": str(verb).upper(), "path": path, "payload": payload,
              "headers": texts(given.get("headers") if split else given), "parameters": texts(given.get("parameters"))})
        while True:
            answer = receive()
            if answer.type == "answer" and answer.call == number:
                return Response(answer)

    def api():
        verbs = {verb: functools.partial(call, verb) for verb in ("post", "put", "patch", "delete")}
        return types.SimpleNamespace(call=call, get=lambda path, options=None: call("GET", path, None, options), **verbs)

    def whole(error):
        found = [item.lineno for item in traceback.extract_tb(error.__traceback__) if item.filename == "<script>"]
        try:
            text = str(error)
        except BaseException:
            text = ""
        given = {"message": text or type(error).__name__, "kind": "thrown"}
        if isinstance(error, SyntaxError):
            given = {"message": error.msg, "kind": "syntax", "line": error.lineno}
        elif isinstance(error, MemoryError):
            given = {"message": "", "kind": "memory"}
        elif isinstance(error, (SystemExit, KeyboardInterrupt)):
            given["message"] = "The script ended itself."
        elif isinstance(error, KeyError):
            given["message"] = "KeyError: " + given["message"]
        status = getattr(error, "status_code", None)
        code = getattr(error, "code", None)
        if type(status) is int:
            given["status"] = status
        if type(code) is int and not isinstance(error, SystemExit):
            given["code"] = code
        if found:
            given["line"] = found[-1]
        return given

    compiled = {}

    def compiled_body(text):
        if text not in compiled:
            tree = ast.parse(text, "<script>")
            frame = ast.parse("def body(event, platform):\n pass")
            function = frame.body[0]
            function.body = tree.body or function.body
            compiled[text] = compile(ast.fix_missing_locations(frame), "<script>", "exec")
        return compiled[text]

    def link_records(owner, member):
        """Gives scripts the records of a body as a list beside it; the result puts a list of its own in their place (node-context.ts)."""
        if not isinstance(owner, dict):
            return lambda: None
        body = owner.get(member)
        inner = body["resource"] if isinstance(body, dict) and "resource" in body else body
        is_list = isinstance(inner, list) and all(isinstance(each, dict) for each in inner)
        is_one = isinstance(inner, dict) and any(key not in ("error", "ids") for key in inner)
        records = inner if is_list else [inner] if is_one else []
        owner["records"] = records

        def unlink():
            now = owner.pop("records", None)
            own = now is records and (is_list or (len(now) == 1 and now[0] is inner if is_one else not now))
            if own or not isinstance(now, list) or owner.get(member) is not body:
                return
            put = now[0] if is_one and len(now) == 1 else now
            if inner is not body:
                body["resource"] = put
            else:
                owner[member] = put if is_list or (is_one and len(now) == 1) else {"resource": now}
        return unlink

    def run(message):
        output = Output()
        sys.stdout = sys.stderr = output
        names = {"__name__": "script", "__builtins__": builtins, "json": json, "bunchify": bunchify, "unbunchify": unbunchify,
            "munchify": bunchify, "unmunchify": unbunchify}
        try:
            exec(compiled_body(message.source), names)
            platform = Bunch(api=api(), session=message.session, config=message.config)
            request = message.event.get("request")
            payload = request.get("payload") if isinstance(request, dict) else None
            received = None
            if isinstance(payload, dict) and payload.get("type") == "Buffer" and isinstance(payload.get("data"), str):
                received = request["payload"] = binascii.a2b_base64(payload["data"])
            linked = [link_records(message.event.get(each), member) for each, member in (("request", "payload"), ("response", "content"))]
            returned = names["body"](message.event, platform)
            for unlink in linked:
                unlink()
            if received is not None and request.get("payload") is received:
                request["payload"] = None
            text = {"type": "done", "ok": True, "event": message.event, "returned": returned, "output": output.whole()}
            send(text)
        except BaseException as error:
            send({"type": "done", "ok": False, "error": whole(error), "output": output.whole()})

    refused = "Scripts may not do this: "
    events = frozenset(("compile", "exec", "marshal.loads", "marshal.load", "time.sleep", "object.__getattr__", "builtins.id",
        "sys._getframe", "sys._getframemodulename", "array.__new__", "code.__new__", "function.__new__"))
    natives = frozenset(("ctypes", "_ctypes", "subprocess", "_posixsubprocess", "ssl", "_ssl", "fcntl", "gc",
        "multiprocessing", "_multiprocessing", "_posixshmem", "resource", "mmap", "termios", "pty", "pwd", "grp", "syslog",
        "_interpreters", "_xxsubinterpreters", "_testcapi", "_testinternalcapi", "_sqlite3", "faulthandler", "readline",
        "_curses", "_tkinter", "_dbm", "_gdbm", "_remote_debugging"))
    # Here already, without what is taken from them below.
    bare = frozenset(("posix", "_signal", "_imp"))
    members = ("pidfd_open", "pidfd_send_signal", "memfd_create", "openpty", "forkpty", "fork", "kill", "killpg", "dup", "dup2",
        "close", "closerange", "read", "write", "pread", "pwrite", "readv", "writev", "sendfile", "pipe", "pipe2", "abort",
        "setns", "unshare", "setuid", "setgid", "nice", "raise_signal", "setitimer", "alarm", "pthread_kill",
        "posix_spawn", "posix_spawnp", "mkfifo", "mknod", "chroot", "setsid", "setpgid", "eventfd", "copy_file_range", "splice")

    def guard_itself():
        roots = [path.rstrip("/") + "/" for path in (*sys.path, "/usr/share/zoneinfo", "/usr/lib/zoneinfo") if path.startswith("/")]
        body = """def guard(name, given):
 if name in %(events)r: return
 if name == 'import':
  if given[0].__class__ is ''.__class__ and given[0].rpartition('.')[2] not in %(natives)r:
   if given[1] is None or given[1].__class__ is ''.__class__ and given[1].startswith(%(roots)r) and '/..' not in given[1]: return
  raise ImportError('The module %%s is not open to scripts.' %% (given[0],))
 elif name == 'object.__setattr__':
  if given[1] != '__code__': return
 elif name == 'open':
  if given[0].__class__ is ''.__class__ and given[0].startswith(%(roots)r) and '/..' not in given[0]:
   if given[1] in ('r', 'rb', None) and given[2] & 3 == 0: return
 elif name == 'os.listdir' or name == 'os.scandir':
  if given[0].__class__ is ''.__class__ and (given[0] + '/').startswith(%(roots)r) and '/..' not in given[0]: return
 raise PermissionError(%(refused)r + name)
""" % {"events": events, "natives": natives | bare, "roots": tuple(roots), "refused": refused}
        body = body.replace("frozenset({", "{").replace("})", "}")
        made = {}
        exec(body, made)
        sys.addaudithook(made.pop("guard"))

    # What is built in could be made anew, with all that is taken from it here, if that were not closed.
    for name in sys.builtin_module_names:
        if name not in natives | bare:
            __import__(name)
    import signal
    import _imp
    del _imp.create_builtin
    for module in (os, sys.modules["posix"], signal, sys.modules["_signal"]):
        for member in members:
            if hasattr(module, member):
                delattr(module, member)
    def closed(*given):
        raise PermissionError(refused + "threads")

    threads = sys.modules["_thread"]
    for member in ("start_new_thread", "start_new", "start_joinable_thread"):
        if hasattr(threads, member):
            setattr(threads, member, closed)
    for name in natives:
        sys.modules.pop(name, None)
    sys.argv = ["script"]
    os.environ.clear()
    guard_itself()
    while True:
        message = receive()
        if message.type == "run":
            run(message)


main()
