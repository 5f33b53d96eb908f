# Web servers for tests, on this machine: nginx, which does as the standards say, and one of our own that does not.
import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

SKIPPED = 77
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")

CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; {user}
events {{ worker_connections 64; }}
http {{
  access_log off; default_type application/octet-stream; {temporary}
  log_format ours '$uri $status $body_bytes_sent';
  server {{
    listen 127.0.0.1:{port}; listen 127.0.0.1:{secure} ssl;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    access_log {folder}/access.log ours;
    location / {{ root {root}; }}
    location /no-ranges/ {{ alias {root}/; max_ranges 0; }}
    location /moved/ {{ rewrite ^/moved/(.*) /moved-again/$1 redirect; }}
    location /moved-again/ {{ rewrite ^/moved-again/(.*) /$1 permanent; }}
    location /loop {{ return 302 /loop; }}
    location /forbidden {{ return 403; }}
    location /elsewhere {{ return 302 ftp://127.0.0.1/a.gguf; }}
    location /passwords {{ return 302 file:///etc/passwd; }}
    location /unsafe {{ return 302 http://127.0.0.1:{port}/; }}
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nginx:
    """Serves a folder; `folder` is for its own files."""

    def __init__(self, root, folder):
        if NGINX is None:
            print("SKIPPED: nginx is not installed (ci/packages.txt names nginx-light)")
            sys.exit(SKIPPED)
        self.folder, port, secure = folder, free_port(), free_port()
        self.address, self.secure = f"http://127.0.0.1:{port}", f"https://localhost:{secure}"
        self.certificate = folder / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key.pem", "-out", self.certificate,
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"], check=True,
                       stderr=subprocess.DEVNULL)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        text = CONFIGURATION.format(folder=folder, root=root, port=port, secure=secure, user="user root;" if os.geteuid() == 0 else "",
                                    temporary=" ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds))
        (folder / "nginx.conf").write_text(text)
        self.process = subprocess.Popen([NGINX, "-e", folder / "error.log", "-p", folder, "-c", folder / "nginx.conf"])
        while True:
            assert self.process.poll() is None, (folder / "error.log").read_text()
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                time.sleep(0.02)

    def served(self, least=0):
        """[(path, status, bytes)] of the requests so far, which nginx may write down a moment after it has answered them."""
        until = time.monotonic() + 10
        while len((self.folder / "access.log").read_text().splitlines()) < least and time.monotonic() < until:
            time.sleep(0.02)
        return [(path, int(status), int(size)) for path, status, size in
                (line.rsplit(" ", 2) for line in (self.folder / "access.log").read_text().splitlines())]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Misbehaving:
    """Serves one file in ways that are wrong. The first part of a path says in which; see Handler."""

    def __init__(self, data):
        self.done = threading.Event()
        handler = type("OfOneFile", (Handler,), {"data": data, "done": self.done})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self):
        self.done.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers the range asked for; a method named as the path says makes it wrong. `late-X` is right in the first answer."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        way = self.path.split("/")[1].replace("-", "_")
        self.begin, last = (int(number) for number in re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"]).groups())
        self.body, self.status, self.cut, self.size = self.data[self.begin:last + 1], 206, None, len(self.data)
        self.reason, self.tag = None, '"one"'
        self.end = self.begin + len(self.body)
        self.more = {}
        self.range = "bytes {begin}-{last}/{size}"
        if not way.startswith("late_") or self.begin > 0:
            getattr(self, way.removeprefix("late_"))()
        self.close_connection = True
        self.send_response(self.status, self.reason)
        fields = {"Content-Length": str(len(self.body)), "ETag": self.tag, "Connection": "close",
                  "Content-Range": self.range and self.range.format(begin=self.begin, last=self.end - 1, size=self.size), **self.more}
        for name, value in fields.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(self.body if self.cut is None else self.body[:self.cut])
        except OSError:
            pass  # a client that has seen enough
        if self.cut == 0:
            self.wfile.flush()
            self.done.wait()

    def right(self):
        pass

    def no_tag(self):
        self.tag = None

    def whole(self):
        self.status, self.body, self.range = 200, self.data, None

    def truncated(self):
        self.cut = len(self.body) // 2

    def stalls(self):
        self.cut = 0

    def stalls_at_once(self):
        self.done.wait()

    def too_long(self):
        self.body, self.more = self.body + b"more", {"Content-Length": None}

    def too_short(self):
        self.body, self.more = self.body[:-5], {"Content-Length": None}

    def other_part(self):
        self.begin, self.end = self.begin + 1, self.end + 1
        self.size += 1

    def no_range(self):
        self.range = None

    def odd_range(self):
        self.range = "bytes 0-\x1b[31m/9"

    def endless(self):
        self.size = 2**63

    def beyond_numbers(self):
        self.size = 2**64

    def huge(self):
        self.size = 2**40

    def another_tag(self):
        self.tag = '"two"'

    def grown(self):
        self.tag, self.size = None, self.size + 1

    def compressed(self):
        self.more = {"Content-Encoding": "gzip"}

    def server_error(self):
        self.status, self.reason, self.range = 503, "Sorry \x1b[31m", None
