"""Each process sends its rank to the first, and gets the sum of all."""
import os
import socket
import time

ADDRESSES = {"dgx1": "127.0.0.1", "dgx2": "127.0.0.2", "dgx3": "127.0.0.3"}

rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
here, port = os.environ["BERTH_HOST"], int(os.environ["MASTER_PORT"])
if rank == 0:
    with socket.create_server((ADDRESSES[here], port)) as meeting:
        others = [meeting.accept()[0] for _ in range(size - 1)]
    total = sum(int(other.recv(16)) for other in others)
    for other in others:
        other.sendall(str(total).encode())
else:
    until = time.monotonic() + 60
    while True:
        try:
            first = socket.create_connection((ADDRESSES[os.environ["MASTER_ADDR"]], port), 60)
            break
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
    first.sendall(str(rank).encode())
    total = int(first.recv(16))
print(f"rank {rank} on {here}, cards {os.environ['CUDA_VISIBLE_DEVICES']}: {total}", flush=True)
