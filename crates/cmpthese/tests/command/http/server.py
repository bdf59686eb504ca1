"""A small server for HTTP/1.1. What it does wrong is chosen by the path of a request, or by the mode that it is started in.

server.py PORT [MODE]; the mode `family` appends a line to the file that the variable WITNESS names.
"""

import json, os, signal, socket, struct, sys, threading, time

port, mode = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "serve"

def answer(body, status="200 OK", length=None, head=""):
    length = len(body) if length is None else length
    return f"HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{head}\r\n".encode() + body

lock = threading.Lock()
counts = {}

def counted(path):
    with lock:
        counts[path] = counts.get(path, 0) + 1
        return counts[path]

def replied(connection, path, body):
    """What is sent for a path; None when nobody shall answer any more."""
    if path == "/mute":
        return b""
    if path == "/garbage":
        return b"220 mail.example ESMTP\r\n"
    if path == "/endless":
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X-More: and more\r\n" * 100)
    if path == "/too-long":
        connection.sendall(answer(b"short", length=50))
        return None
    if path == "/too-short":
        return answer(b"too much of it", length=3)
    if path == "/500":
        return answer(b"the database is away\n", "500 Internal Server Error")
    if path == "/404":
        return answer(b"no such page\n", "404 Not Found")
    if path == "/reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return None
    if path == "/close":
        return None
    if path.startswith("/fails-once-in-"):
        if counted(path) % int(path.rsplit("-", 1)[1]) == 0:
            return answer(b"out of luck\n", "503 Service Unavailable")
    if path.startswith("/warms-up-in-"):
        time.sleep(0.02 if counted(path) <= int(path.rsplit("-", 1)[1]) else 0.001)
    if path == "/steady":
        time.sleep(0.006)
    if path == "/late":
        time.sleep(0.15)
    if path == "/echo":
        return answer(body)
    if path.startswith("/language/"):
        return answer(b"hello\n", head=f"Content-Language: {path[10:]}\r\n")
    if path == "/exit":
        if counted(path) == 3:
            print("I have had enough", flush=True)
            os._exit(3)
    if path == "/surroundings":
        with open("conf/settings.json") as file:
            settings = json.load(file)
        told = [settings["port"], settings["dir"], settings["size"], os.environ["SIZE"], os.environ["TO"]]
        return answer(f"{told == [str(port), os.getcwd(), '3', 'size 3', str(port)]}\n".encode())
    if path == "/other":
        return answer(b"goodbye\n")
    if path.startswith("/long/"):
        return answer(b"x" * (17 << 20) + path[6:].encode())
    return answer(b"hello\n")

def serve(connection):
    received = b""
    while True:
        while b"\r\n\r\n" not in received:
            more = connection.recv(65536)
            if not more:
                return
            received += more
        head, _, rest = received.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        length = sum(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        while len(rest) < length:
            rest += connection.recv(65536)
        body, received = rest[:length], rest[length:]
        reply = replied(connection, lines[0].split(" ")[1], body)
        if reply is None:
            return
        connection.sendall(reply)

def serve_and_close(connection):
    try:
        serve(connection)
    except OSError:
        pass
    connection.close()

def listen(port):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        sys.exit(f"port: {error.strerror}")
    listener.listen(128)
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve_and_close, args=(connection,), daemon=True).start()

def idle():
    while True:
        signal.pause()

if mode == "dies":
    print("no configuration, no service", file=sys.stderr)
    sys.exit(3)
elif mode == "is killed":
    os.kill(os.getpid(), signal.SIGKILL)
elif mode == "sleeps":
    print("thinking it over", flush=True)
    idle()
elif mode == "elsewhere":
    listen(0)
elif mode == "port in use":
    first = socket.socket()
    first.bind(("127.0.0.1", 0))
    first.listen()
    listen(first.getsockname()[1])
elif mode == "family":
    # A child in the group, and one that left it and does not listen to anybody.
    if os.fork() == 0:
        idle()
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        idle()
    with open(os.environ["WITNESS"], "a") as witness:
        witness.write("begun\n")
listen(port)
