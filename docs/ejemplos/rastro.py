"""Verifies proofs of the trail as docs/rastro.md describes them. It needs the library cryptography, and no server.

    python3 rastro.py constancia CONSTANCIA LLAVES             the event is in the log
    python3 rastro.py crecimiento GUARDADO CRECIMIENTO LLAVES  the log only grew since the checkpoint GUARDADO

Each argument is a file; LLAVES are the log's public keys, from somebody you trust. Exit code 0: proven, 1: refused."""
import base64, hashlib, hmac, json, sys
from datetime import datetime
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def need(holds, why):
    if not holds: raise ValueError(why)
def after(head, text):
    need(text.startswith(head), f"it does not begin with {head!r}")
    return text[len(head):]
def number(text):
    need(text.isdecimal() and str(int(text)) == text, "a number in another form")
    return int(text)
def unbase64(text, size=None):
    raw = base64.b64decode(text, validate=True)
    need(base64.b64encode(raw).decode() == text and size in (None, len(raw)), "base64 in another form")
    return raw
def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()
def seconds(text): return datetime.fromisoformat(text).timestamp()
def node(left, right): return sha256(b"\1", left, right)

def read_checkpoint(note, keys):  # the log, its size and root, once the signatures are verified
    text, _, lines = note.rpartition("\n\n")
    log, size, root = text.split("\n")
    *lines, end = lines.split("\n")
    need(end == "" and 1 <= len(lines) <= 100, "no signatures, or too many")
    text, signatures, vouched = f"{text}\n".encode(), {}, False
    for name, signature in (after("— ", line).split(" ") for line in lines):
        signatures.setdefault((name, unbase64(signature)[:4]), unbase64(signature)[4:])
    for vkey, begin, end in (line.split(" ") for line in keys.split("\n") if line and line[0] != "#"):
        name, _, public = vkey.split("+", 2)
        public = after(b"\1", unbase64(public, 33))
        ids = (sha256(f"{name}\n".encode(), kind, public)[:4] for kind in (b"\1", b"\4"))
        plain, dated = (signatures.get((name, key_id)) for key_id in ids)
        at, key = int.from_bytes((dated or b"")[:8]), Ed25519PublicKey.from_public_bytes(public)
        if plain: key.verify(plain, text)
        if dated: key.verify(dated[8:], f"cosignature/v1\ntime {at}\n".encode() + text)
        signs = seconds(begin) <= at < (253402300800 if end == "-" else seconds(end))
        vouched = vouched or (plain and dated and name == log and signs)
    need(vouched, "no key of this log signed the checkpoint in its time")
    return log, number(size), unbase64(root, 32)

def read_proof(head, text):  # its number, its hashes, and the text of its checkpoint
    before, _, note = text.partition("\n\n")
    first, *hashes = after(head, before).split("\n")
    return number(first), [unbase64(h, 32) for h in hashes], note

def climb(first, last, old, new, hashes):  # RFC 9162 §2.1.3.2 and §2.1.4.2: the roots of both trees
    for h in hashes:
        need(last > 0, "too many hashes")
        old, new = (node(h, old), node(h, new)) if first & 1 or first == last else (old, node(new, h))
        while first == last > 0 and not first & 1: first, last = first >> 1, last >> 1
        first, last = first >> 1, last >> 1
    need(last == 0, "too few hashes")
    return old, new

def constancia(receipt, keys):
    parts = json.loads(receipt)
    need(parts.keys() - {"finalidad"} == {"formato", "evento", "prueba", "llaves"}, "a receipt has other members")
    need(parts["formato"] == "carpeta.constancia/v1", "not a receipt")
    salt, _, event = after("carpeta.evento/v1\nsal ", parts["evento"]).partition("\n\n")
    entry = hmac.digest(unbase64(salt, 32), f"carpeta.evento/v1\n{event}".encode(), "sha256")
    index, hashes, note = read_proof("c2sp.org/tlog-proof@v1\nindex ", parts["prueba"])
    log, size, root = read_checkpoint(note, keys)
    need(index < size and climb(index, size - 1, b"", sha256(b"\0", entry), hashes)[1] == root, "not in the log")
    if "finalidad" in parts:
        read = json.loads(event)["datos"].get("finalidadSha256")
        need(read == hashlib.sha256(parts["finalidad"].encode()).hexdigest(), "finalidad is not what the citizen read")
    return f"{log}: entry {index} of {size} is {event}"

def crecimiento(kept, growth, keys):
    log, old, old_root = read_checkpoint(kept, keys)
    begin, hashes, note = read_proof("old ", growth)
    name, size, root = read_checkpoint(note, keys)
    need((name, begin) == (log, old) and old <= size, "it begins with another log, or with another size")
    if 0 < old < size:
        first, last = old - 1, size - 1
        while first & 1: first, last = first >> 1, last >> 1
        first_hash, *hashes = hashes if first else [old_root] + hashes
        need(climb(first, last, first_hash, first_hash, hashes) == (old_root, root), "the log was changed")
    else:
        need(hashes == [] and old_root == (root if old == size else sha256()), "the log was changed")
    return f"{log}: grew from {old} to {size} entries"

if __name__ == "__main__":
    commands, (command, *files) = {"constancia": constancia, "crecimiento": crecimiento}, sys.argv[1:] or [""]
    if command not in commands or len(files) != commands[command].__code__.co_argcount: sys.exit(__doc__)
    try:
        print(commands[command](*(open(name, encoding="utf-8", newline="").read() for name in files)))
    except Exception as e:  # whatever is wrong with a file refuses it; a wrong signature has no text
        sys.exit(f"refused: {str(e) or 'a signature is wrong'}")
