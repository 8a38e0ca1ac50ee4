#!/usr/bin/env python3
"""Stand-in for torchrun: one is started on each host. They meet at the endpoint, which is on one of the hosts, and agree on ranks; then each
starts its processes, which learn their rank and where the first of them is."""
import argparse
import os
import socket
import subprocess
import sys
import time

# As in train.py: each host has an address of its own on loopback.
ADDRESSES = {"dgx1": "127.0.0.1", "dgx2": "127.0.0.2", "dgx3": "127.0.0.3"}

options = argparse.ArgumentParser()
options.add_argument("--nnodes", type=int, required=True)
options.add_argument("--nproc-per-node", type=int, required=True)
options.add_argument("--rdzv-backend", choices=["c10d"], required=True)
options.add_argument("--rdzv-id", required=True)
options.add_argument("--rdzv-endpoint", required=True)
options.add_argument("program")
given = options.parse_args()
meeting_host, port = given.rdzv_endpoint.rsplit(":", 1)
here = os.environ["BERTH_HOST"]

if here == meeting_host:
    with socket.create_server((ADDRESSES[here], 0)) as free:
        first_port = free.getsockname()[1]
    with socket.create_server((ADDRESSES[here], int(port))) as meeting:
        for node in range(1, given.nnodes):
            other = meeting.accept()[0]
            if other.recv(64).decode() != given.rdzv_id:
                sys.exit("a process of another run has come")
            other.sendall(f"{node} {first_port}".encode())
    node = 0
else:
    until = time.monotonic() + 60
    while True:
        try:
            first = socket.create_connection((ADDRESSES[meeting_host], int(port)), 60)
            break
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
    first.sendall(given.rdzv_id.encode())
    node, first_port = (int(each) for each in first.recv(64).split())

processes = []
for local in range(given.nproc_per_node):
    environment = dict(
        os.environ,
        RANK=str(node * given.nproc_per_node + local),
        LOCAL_RANK=str(local),
        WORLD_SIZE=str(given.nnodes * given.nproc_per_node),
        MASTER_ADDR=meeting_host,
        MASTER_PORT=str(first_port),
    )
    processes.append(subprocess.Popen([sys.executable, given.program], env=environment))
sys.exit(max(each.wait() for each in processes))
