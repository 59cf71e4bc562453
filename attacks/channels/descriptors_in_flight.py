"""How many descriptors of the user are on their way in sockets."""
import array
import socket

held = []


def fly(pair, count):
    fds = array.array("i", [0] * count)
    pair[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])


def send(bit):
    while held:
        for end in held.pop():
            end.close()
    for _ in range(60 if bit else 0):
        pair = socket.socketpair()
        held.append(pair)
        try:
            for _ in range(3):
                fly(pair, 200)
        except OSError:
            break


def measure():
    pair = socket.socketpair()
    try:
        fly(pair, 1)
        return 1
    except OSError:
        return 0
    finally:
        for end in pair:
            end.close()
