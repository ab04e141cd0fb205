"""Attaches to the process that listens at the socket, asks it other things on the same connection, and goes without a word."""
import socket
import sys

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
answers = connection.makefile()
for request in ("autoscope/1 attach temporary=1", "autoscope/1 status", "nonsense", "autoscope/1 attach", "autoscope/1 unknown"):
    connection.sendall(request.encode() + b"\n")
    print(" ".join(answers.readline().split()[:2]))
