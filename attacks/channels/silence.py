"""Nothing is sent: what chance looks like."""


def send(bit):
    pass


def measure():
    return 0
