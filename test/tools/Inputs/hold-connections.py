# hold-connections.py SOCKET COMMAND...: runs COMMAND while it holds a hundred connections to SOCKET, and says its status.
import socket, subprocess, sys

held = []
for _ in range(100):
    held.append(socket.socket(socket.AF_UNIX))
    held[-1].connect(sys.argv[1])
print("status", subprocess.call(sys.argv[2:], stderr=subprocess.STDOUT))
