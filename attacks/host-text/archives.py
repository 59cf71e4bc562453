# attack: archives that an upload may be: names that lead out, links, devices, the same name twice, sizes that lie.
# Started in an empty folder with TRAP, SECRET and PRECIOUS in the environment. Leaves files there: `refused-…` must be refused
# with a sentence, `held-…` may be taken.
import gzip
import io
import os
import struct
import tarfile
import zipfile

TRAP, SECRET, PRECIOUS = (os.environ[word] for word in ("TRAP", "SECRET", "PRECIOUS"))
UP = "../" * 12
PLAY = b"while read word rest; do case $word in turn) echo scout 5 5;; end) exit;; esac; done\n"
MANIFEST = b'run = "sh play.sh"\nlanguage = "python"\n'


def keep(name, bytes):
    with open(name, "wb") as file:
        file.write(bytes)


def entry(name, kind=tarfile.REGTYPE, link="", data=b"", **more):
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, link, len(data)
    for key, value in more.items():
        setattr(info, key, value)
    return info, data


def tar(*entries, form=tarfile.GNU_FORMAT, headers=None):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form, pax_headers=headers) as archive:
        for info, data in (entry("skirmish.toml", data=MANIFEST), entry("play.sh", data=PLAY), *entries):
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def raw_tar(name, size, data=b"", kind=b"0"):
    """One entry whose heading says what no library would write."""
    head = bytearray(512)
    head[0 : len(name)] = name
    head[100:108], head[108:116], head[116:124] = b"0000644\0", b"0000000\0", b"0000000\0"
    head[124:136], head[136:148], head[156:157] = size, b"00000000000\0", kind
    head[257:265] = b"ustar\x0000"
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head) + data + b"\0" * (-len(data) % 512) + b"\0" * 1024


def zipped(*entries, more=b""):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data, mode in (("skirmish.toml", MANIFEST, 0o100644), ("play.sh", PLAY, 0o100644), *entries):
            info = zipfile.ZipInfo("x")
            info.filename, info.external_attr, info.create_system = name, mode << 16, 3
            info.extra = more
            archive.writestr(info, data)
    return out.getvalue()


for case, made in {
    "absolute": entry(PRECIOUS),
    "absolute-twice": entry("/" + PRECIOUS),
    "up": entry(UP + PRECIOUS),
    "up-inside": entry("a/../../" + PRECIOUS),
    "up-and-back": entry("a/../play.sh", data=b"x"),
    "link": entry("secret", tarfile.SYMTYPE, SECRET),
    "link-inside": entry("again", tarfile.SYMTYPE, "play.sh"),
    "link-to-the-root": entry("root", tarfile.SYMTYPE, "/"),
    "link-as-manifest": entry("sub/skirmish.toml", tarfile.SYMTYPE, SECRET),
    "hard-link": entry("secret", tarfile.LNKTYPE, SECRET),
    "hard-link-inside": entry("again", tarfile.LNKTYPE, "play.sh"),
    "pipe": entry("pipe", tarfile.FIFOTYPE),
    "device": entry("zero", tarfile.CHRTYPE, devmajor=1, devminor=5),
    "disk": entry("disk", tarfile.BLKTYPE, devmajor=8, devminor=0),
    "twice": entry("play.sh", data=b"other"),
    "file-and-folder": entry("play.sh/inside", data=b"x"),
    "control": entry("a\x1b[2Jb"),
    "line": entry("a\nb"),
    "back": entry("a\\..\\..\\b"),
    "drive": entry("c:\\x"),
    "stream": entry("play.sh:hidden"),
    "deep": entry("a/" * 200 + "b"),
    "long": entry("a" * 1000),
}.items():
    keep(f"refused-{case}.tar", tar(made))
    keep(f"refused-{case}.tar.gz", gzip.compress(tar(made)))
keep("refused-through-a-link.tar", tar(entry("out", tarfile.SYMTYPE, os.path.dirname(PRECIOUS)), entry("out/precious", data=b"x")))
keep("refused-long-name-up.tar", tar(entry(UP + "a" * 120)))
keep("refused-pax-up.tar", tar(entry("x", pax_headers={"path": UP + PRECIOUS}), form=tarfile.PAX_FORMAT))
keep("refused-pax-absolute.tar", tar(entry("x", pax_headers={"path": PRECIOUS}), form=tarfile.PAX_FORMAT))
keep("refused-pax-link.tar", tar(entry("x", tarfile.SYMTYPE, "y", pax_headers={"linkpath": SECRET}), form=tarfile.PAX_FORMAT))
keep("held-pax-size.tar", tar(entry("x", data=b"abc", pax_headers={"size": "99999999999"}), form=tarfile.PAX_FORMAT))
keep("held-pax-for-all.tar", tar(form=tarfile.PAX_FORMAT, headers={"path": UP + PRECIOUS, "comment": "x" * 100000}))
keep("refused-not-text.tar", raw_tar(b"a\xff\xfeb", b"00000000000\0"))
keep("held-zero-in-name.tar", raw_tar(b"a\0/../../b", b"00000000000\0"))
keep("refused-size-lies.tar", raw_tar(b"play.sh", b"77777777777\0"))
keep("refused-size-is-negative.tar", raw_tar(b"play.sh", b"\xff" * 12))
keep("refused-sparse.tar", raw_tar(b"play.sh", b"00000000000\0", kind=b"S"))
keep("refused-volume.tar", raw_tar(b"play.sh", b"00000000000\0", kind=b"M"))
keep("held-cut.tar", tar()[:700])
keep("refused-bomb.tar.gz", gzip.compress(tar(entry("zeroes", data=bytes(64 << 20)))))
keep("refused-many.tar", tar(*(entry(f"f{number}") for number in range(3000))))
keep("refused-no-tar.gz", gzip.compress(b"text"))
for case, made in {
    "absolute": (PRECIOUS, b"x", 0o100644),
    "up": (UP + PRECIOUS, b"x", 0o100644),
    "up-inside": ("a/../../x", b"x", 0o100644),
    "back": ("..\\..\\x", b"x", 0o100644),
    "link": ("secret", SECRET.encode(), 0o120777),
    "pipe": ("pipe", b"", 0o010644),
    "device": ("zero", b"", 0o020644),
    "socket": ("socket", b"", 0o140644),
    "folder-as-file": ("sub", b"", 0o040755),
    "control": ("a\x1b[2J", b"x", 0o100644),
    "file-and-folder": ("play.sh/inside", b"x", 0o100644),
}.items():
    keep(f"refused-{case}.zip", zipped(made))
# Two entries of one name are one to whoever reads by the index.
keep("held-twice.zip", zipped(("play.sh", PLAY + b"# again", 0o100644)))
unicode_path = struct.pack("<HHBI", 0x7075, 5 + len(UP + "x"), 1, 0) + (UP + "x").encode()
keep("held-second-name.zip", zipped(more=unicode_path))
keep("refused-cut.zip", zipped()[:60])
keep("held-before-and-after.zip", zipped() + b"after")
keep("held-manifest-of-another.zip", zipped(("sub/skirmish.toml", b'run = "%s"' % TRAP.encode(), 0o100644)))
for name in ("../../x.py", "/etc/x.py", "a\x1b.py", ".py", "..", "skirmish.toml"):
    keep("held-name-" + name.replace("/", "%2F"), b"print('scout 5 5')\n")
