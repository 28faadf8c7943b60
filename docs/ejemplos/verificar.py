#!/usr/bin/env python3
"""Verifies files as docs/verificable.md specifies, with its headings. Needs Python 3.11 and `cryptography`.

    python3 verificar.py FILE.zip... --confianza confianza.json [--lista FILE] [--ahora TIME] [--salida json]

The exit code is 0 (valid), 4 (not known), 1 (anything else), or 2 (the call or the trust is wrong: no verdict).
"""
import argparse, base64, datetime, hashlib, hmac, json, re, struct, sys, unicodedata, zlib, zoneinfo
from fractions import Fraction
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.hashes import SHA256

TYPE, TYPE_2 = (b"application/vnd.carpeta-ciudadana.documento+zip" + v for v in (b"", b";version=2"))
LEAME = "39731dd892ee75089fa0cc01d7f090f655d98b1ac0a02f9850c4ca841ad26c80"
PARTS = ["mimetype", "LEAME.html", "declaracion.json", "firma.jws", "llave.json", "emision.txt", "prueba.txt",
         "estado.json", "titular.json"]
LOCAL, CENTRAL, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"
NOT_IN_NAME = re.compile('[\0-\x1f\x7f-\x9f/\\\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]')
MOMENT = re.compile("([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})([.][0-9]+)?(Z|[+-][0-9]{2}:[0-5][0-9])")
P25519, P256 = 2**255 - 19, 2**256 - 2**224 + 2**192 + 2**96 - 1  # the primes of the curves
D = -121665 * pow(121666, -1, P25519) % P25519
sys.set_int_max_str_digits(0)  # Python refuses long numbers, JSON does not

class Verdict(Exception):
    """The code that the first failed check gives."""

def need(condition, code=None):
    if not condition:
        raise Verdict(code) if code else ValueError("not in its form")

def check(code, function, *args):
    """Calls the function; whatever it refuses gets the code."""
    try:
        return function(*args)
    except (ValueError, RecursionError, InvalidSignature) as e:
        raise Verdict(code) from e

# Encodings

def sha256(*data):
    return hashlib.sha256(b"".join(data)).digest()

def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

def unbase64url(text):
    data = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    need(base64url(data) == text)
    return data

def unbase64(text, length):
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text and len(data) in length)
    return data

def members(pairs):
    need(len(dict(pairs)) == len(pairs))  # none is repeated
    return dict(pairs)

def read_object(data):
    """I-JSON (RFC 7493), of which Python alone would take more."""
    value = json.loads(data.decode(), object_pairs_hook=members, parse_constant=lambda nan: need(False))
    need(type(value) is dict and canonical(value))  # which half a character cannot be written in
    return value

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def read_canonical(data, required, optional=frozenset()):
    value = read_object(data)
    need(required <= value.keys() <= required | optional and canonical(value) == data)
    return value

def text(value):
    need(type(value) is str and value)
    return value

def whole(value, low, high):
    need(type(value) is int and low <= value <= high)
    return value

def seconds(value):
    return whole(value, 1, 253402300799)

def decimal(digits, limit):
    need(re.fullmatch("0|[1-9][0-9]{0,18}", digits) and int(digits) < limit)
    return int(digits)

def day(value):
    need(re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text(value)))
    return datetime.date.fromisoformat(value)

def moment(value):
    """Seconds since 1970, with their fraction."""
    need(at := MOMENT.fullmatch(text(value)))
    since = datetime.datetime.fromisoformat(at[1] + at[3]) - datetime.datetime.fromtimestamp(0, datetime.UTC)
    return since // datetime.timedelta(seconds=1) + Fraction("0" + (at[2] or ""))

# The container

def container(data):
    """The parts by name, and the CRC-32 that the header of the document states."""
    need(data.startswith(LOCAL), "NO_ES_VERIFICABLE")
    parts, before, directory, at = {}, b"", b"", 0
    while "documento" not in parts:
        need(len(data) - at >= 30, "ARCHIVO_DANADO")
        need(data[at:at + 4] != CENTRAL, "FALTA_PARTE")
        need(data[at:at + 4] == LOCAL, "ARCHIVO_DANADO")
        method, crc, size, name_size, extra = struct.unpack_from("<8xH4xI4xI2H", data, at)
        need(name_size <= 210, "SOBRA_PARTE")
        offset, start = at, at + 30 + name_size
        need(start <= len(data), "ARCHIVO_DANADO")
        name, at = data[offset + 30:start], start + size
        need(method == extra == 0 and at <= len(data), "ARCHIVO_DANADO")
        content = data[start:at]
        if name.startswith(b"documento/"):
            check("SOBRA_PARTE", document_name, name[10:])
            parts["documento"] = content
        else:
            add_part(parts, name.decode(errors="replace"), content)
            crc = zlib.crc32(content)
        common = struct.pack("<5H3I2H", 20, 0x0800, 0, 0, 0x0021, crc, size, size, name_size, 0)
        before += LOCAL + common + name + (b"" if "documento" in parts else content)
        directory += CENTRAL + struct.pack("<H", 20) + common + bytes(10) + struct.pack("<I", offset) + name
    need({"mimetype", "declaracion.json", "firma.jws", "llave.json"} <= parts.keys(), "FALTA_PARTE")
    need(("LEAME.html" in parts) == (parts["mimetype"] == TYPE_2), "FALTA_PARTE")
    need(("emision.txt" in parts) == ("prueba.txt" in parts), "FALTA_PARTE")
    end = END + struct.pack("<4H2IH", 0, 0, len(parts), len(parts), len(directory), at, 0)
    need(data[:start] == before and data[at:] == directory + end, "ARCHIVO_DANADO")
    return parts, crc

def document_name(name):
    need(1 <= len(name) <= 200 and name not in (b".", b"..") and not NOT_IN_NAME.search(name.decode()))

def add_part(parts, name, content):
    need(parts or name == "mimetype", "NO_ES_VERIFICABLE")
    need(name in PARTS and name not in parts, "SOBRA_PARTE")
    need(parts.keys().isdisjoint(PARTS[PARTS.index(name):]) and len(content) <= 65536, "ARCHIVO_DANADO")
    if name == "mimetype" and content not in (TYPE, TYPE_2):
        raise Verdict("VERSION" if content.startswith(TYPE + b";version=") else "NO_ES_VERIFICABLE")
    if name == "LEAME.html":
        need(parts["mimetype"] == TYPE_2 and sha256(content).hex() == LEAME, "SOBRA_PARTE")
    parts[name] = content

# declaracion.json

def statement(data):
    if "v" not in read_object(data):
        s = read_canonical(data, {"ciudadanoId", "hashDocumento", "tipoDocumento", "titulo"})
    else:
        s = read_canonical(data, {"fechaEmision", "hashDocumento", "tipoDocumento", "titular", "titulo", "v"},
                           {"numero", "reemplazaA", "vigencia"})
        need(whole(s["v"], 2, 2) and day(s["fechaEmision"]) and len(unbase64url(text(s["titular"]))) == 32)
    need(all(text(s[name]) for name in s.keys() - {"v", "vigencia"}))
    need(re.fullmatch("[0-9a-f]{64}", s["hashDocumento"]))
    if "vigencia" in s:
        need(type(s["vigencia"]) is dict and s["vigencia"] and s["vigencia"].keys() <= {"desde", "hasta"})
        days = [day(s["vigencia"][name]) for name in sorted(s["vigencia"])]
        need(days[0] <= days[-1])
    return s

# llave.json

class Key:
    def __init__(self, jwk):
        kty = text(jwk.get("kty"))
        names = {"OKP": "kty kid crv alg x", "EC": "kty kid crv alg x y", "RSA": "kty kid alg n e"}.get(kty)
        need(names and "d" not in jwk)
        self.jwk = {name: text(jwk.get(name)) for name in names.split() if name != "alg" or "alg" in jwk}
        need(len(self.jwk["kid"].encode()) <= 128)
        raw = [unbase64url(self.jwk[name]) for name in names.split() if len(name) == 1]
        numbers = [int.from_bytes(r) for r in raw]
        if kty == "RSA":
            need(2048 <= numbers[0].bit_length() <= 8192 and raw[0][:1] > b"\0" and raw[1][:1] > b"\0")
            need(3 <= numbers[1] < 2**31)
            algs, self.public = ["PS256", "RS256"], rsa.RSAPublicNumbers(numbers[1], numbers[0]).public_key()
        else:
            need(all(len(r) == 32 for r in raw) and self.jwk["crv"] == {"OKP": "Ed25519", "EC": "P-256"}[kty])
            need(kty == "OKP" or max(numbers) < P256)
            algs, self.public = (["EdDSA"], ed25519_key(raw[0])) if kty == "OKP" else \
                (["ES256"], ec.EllipticCurvePublicNumbers(*numbers, ec.SECP256R1()).public_key())
        self.algs = [alg for alg in algs if alg == self.jwk.get("alg", alg)]
        need(self.algs)
        self.thumbprint = base64url(sha256(canonical({n: v for n, v in self.jwk.items() if n not in ("kid", "alg")})))

    def verify(self, alg, signature, message):
        if alg == "EdDSA":
            self.public.verify(signature, message)
        elif alg == "ES256":
            need(len(signature) == 64)
            der = utils.encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
            self.public.verify(der, message, ec.ECDSA(SHA256()))
        else:
            form = padding.PSS(padding.MGF1(SHA256()), 32) if alg == "PS256" else padding.PKCS1v15()
            self.public.verify(signature, message, form, SHA256())

def ed25519_key(raw):
    """The library takes points of small order: with such a key a signature that nobody made is good."""
    p, y, odd = P25519, int.from_bytes(raw, "little") % 2**255, raw[31] >> 7
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, p) % p  # the square of x
    need(y < p and (pow(x2, p // 2, p) == 1 or x2 == 0 and not odd))
    for _ in range(3):  # doubles the point
        x2, y = 4 * x2 * y * y * pow(y * y - x2, -2, p) % p, (y * y + x2) * pow(2 + x2 - y * y, -1, p) % p
    need(y != 1)
    return ed25519.Ed25519PublicKey.from_public_bytes(raw)

def issuer_key(data):
    key = Key(read_object(data))
    form = json.dumps(key.jwk, separators=(",", ":"), ensure_ascii=False)
    escapes = {"\\b": "\\u0008", "\\f": "\\u000c", "\\\\": "\\\\"}
    escape = lambda c: escapes.get(c[0]) or f"\\u{ord(c[0]):04x}"
    need(data.decode() == re.sub(r"\\[bf\\]|[<>&\u2028\u2029]", escape, form))
    return key

# firma.jws, titular.json, estado.json, emision.txt

def signature(jws, statement_bytes, key):
    """When the issuer says that it signed."""
    header64, payload, signature64 = jws.decode().split(".")
    header = read_object(unbase64url(header64))
    need(len(jws) <= 4096 and payload == "" and header.keys().isdisjoint(["jwk", "jku", "x5c", "x5u", "crit", "b64"]))
    need(header.get("alg") in key.algs and header.get("kid") == key.jwk["kid"])
    key.verify(header["alg"], unbase64url(signature64), f"{header64}.{base64url(statement_bytes)}".encode())
    return seconds(header.get("iat"))

def holder(data, s):
    h = read_canonical(data, {"ciudadanoId", "nombre", "sal"})
    salt = unbase64url(text(h.pop("sal")))
    need(16 <= len(salt) <= 64 and all(text(v) for v in h.values()))
    need(s.get("titular") == base64url(hmac.digest(salt, canonical(h), "sha256")))

def path(uri):
    need("/estado/" in text(uri))
    return uri[uri.rindex("/estado/"):]

def status(data):
    e = read_canonical(data, {"idx", "uri"})
    need(whole(e["idx"], 0, 2**20 - 1) >= 0 and text(e["uri"]).startswith(("http://", "https://")))
    decimal(path(e["uri"])[len("/estado/"):], 2**31)
    return e

def event(data, parts, key):
    """When the document was received, `datos`, and the event's leaf in the log."""
    version, salt, empty, body = data.split(b"\n", 3)
    need(version == b"carpeta.evento/v1" and salt.startswith(b"sal ") and empty == b"")
    salt, e = unbase64(salt[4:].decode(), [32]), read_object(body)
    facts = e.get("datos")
    need(e.get("tipo") == "emision" and type(facts) is dict and text(facts.get("entidadId")))
    need(facts.get("estado") is None or text(facts["estado"]))
    need(facts.get("resumen") == sha256(parts["declaracion.json"], b".", parts["firma.jws"]).hex())
    need(facts.get("huella") == key.thumbprint)
    return moment(e.get("momento")), facts, sha256(b"\0", hmac.digest(salt, version + b"\n" + body, "sha256"))

# prueba.txt

def log_name(name):
    need(1 <= len(name.encode()) <= 100 and "+" not in name and name != "cosignature/v1")
    need(not any(c.isspace() or unicodedata.category(c) == "Cc" for c in name))
    return name

def key_id(name, kind, raw):
    return sha256(name.encode(), b"\n", bytes([kind]), raw)[:4]

def root(leaf, index, size, hashes):
    """RFC 9162 §2.1.3.2."""
    need(index < size)
    last = size - 1
    for sibling in hashes:
        need(last > 0)
        is_right = index & 1 or index == last
        leaf = sha256(b"\1", sibling, leaf) if is_right else sha256(b"\1", leaf, sibling)
        while is_right and index and not index & 1:
            index, last = index >> 1, last >> 1
        index, last = index >> 1, last >> 1
    need(last == 0)
    return leaf

def proof(data, leaf, logs):
    """The hosts that vouch for the log, by a key of theirs."""
    head, note, signatures = data.decode().split("\n\n", 2)
    (version, index, *hashes), (name, size, root64), (*lines, rest) = (t.split("\n") for t in (head, note, signatures))
    need(version == "c2sp.org/tlog-proof@v1" and index.startswith("index ") and len(hashes) <= 64)
    hashes = [unbase64(line, [32]) for line in hashes]
    need(root(leaf, decimal(index[6:], 2**63), decimal(size, 2**63), hashes) == unbase64(root64, [32]))
    need(log_name(name) and 1 <= len(lines) <= 100 and rest == "")
    signed, hosts, body = {}, [], (note + "\n").encode()
    for line in lines:
        dash, signer, content = line.split(" ")
        content = unbase64(content, range(5, 65536))
        need(dash == "—" and signer and not re.search(r"[+\s\0-\x1f]", signer))
        signed.setdefault((signer, content[:4]), content[4:])
    for log in logs:
        if not name.startswith(log.host + "/") or name == log.host + "/":
            continue
        plain, timed = (signed.get((name, key_id(name, kind, log.raw))) for kind in (1, 4))
        if plain:
            log.public.verify(plain, body)
        if timed:
            at = seconds(int.from_bytes(timed[:8]))
            log.public.verify(timed[8:], b"cosignature/v1\ntime %d\n" % at + body)
            if plain and log.begin <= at < log.end:
                hosts.append(log.host)
    need(hosts)
    return hosts

# confianza.json

class Log:
    def __init__(self, line):
        key, begin, end = line.split(" ")
        self.host, id_, key64 = key.split("+", 2)
        kind, *raw = unbase64(key64, [33])
        self.raw = bytes(raw)
        need(log_name(self.host) and kind == 1 and id_ == key_id(self.host, 1, self.raw).hex())
        self.public = ed25519.Ed25519PublicKey.from_public_bytes(self.raw)
        need(len(begin) == 20 and (end == "-" or len(end) == 20))
        self.begin, self.end = moment(begin), float("inf") if end == "-" else moment(end)
        need(self.begin < self.end)

def good_rows(values, read):
    """A row that is wrong counts as absent; null is no rows."""
    need(values is None or type(values) is list)
    rows = []
    for value in values or []:
        try:
            need(type(value) is dict)
            rows.append(read(value))
        except ValueError:
            pass
    return rows

def optional_moment(row, name):
    return None if row.get(name) is None else moment(row[name])

def trusted_key(row):
    need({"jwk", "huella"} <= row.keys() <= {"jwk", "huella", "revocadaDesde"} and type(row["jwk"]) is dict)
    need(Key(row["jwk"]).thumbprint == row["huella"])
    return row["huella"], optional_moment(row, "revocadaDesde")

def issuer(row):
    need(row.keys() <= {"entidadId", "nombre", "llaves", "emisionDesde"} and text(row.get("nombre")))
    return text(row.get("entidadId")), optional_moment(row, "emisionDesde"), good_rows(row.get("llaves"), trusted_key)

def trust(data):
    t = read_object(data)
    names = {"formato", "hechaEn", "zona", "logs"}
    need(len(data) <= 2**24 and names <= t.keys() <= names | {"entidades"})
    need(t["formato"] == "carpeta.confianza/v1" and moment(t["hechaEn"]) is not None and text(t["zona"]) != "Local")
    need(type(t["logs"]) is list and len(t["logs"]) <= 100 and all(type(line) is str for line in t["logs"]))
    logs = [Log(line) for line in t["logs"] if line and not line.startswith("#")]
    return zoneinfo.ZoneInfo(t["zona"]), logs, good_rows(t.get("entidades"), issuer)

# The status list

def is_revoked(token, e, received, logs, now):
    token = token.strip()
    header, payload, signature = (unbase64url(part) for part in token.decode().split("."))
    header, p = read_object(header), read_object(payload)
    need(len(token) <= 262144 and header.get("alg") == "EdDSA" and header.get("typ") == "statuslist+jwt")
    issued, expires, status_list = seconds(p.get("iat")), seconds(p.get("exp")), p.get("status_list")
    need("crit" not in header and path(p.get("sub")) == path(e["uri"]))
    need(issued < expires and type(status_list) is dict)
    need(issued <= now + 30 and now < expires and issued >= received // 1 and whole(status_list.get("bits"), 1, 1))
    inflate = zlib.decompressobj()
    try:
        bits = inflate.decompress(unbase64url(text(status_list.get("lst"))), 2**17 + 1)
    except zlib.error as bad:
        raise ValueError from bad
    need(len(bits) == 2**17 and inflate.eof and not inflate.unused_data)
    need(any(is_signed(log, token, signature) for log in logs if log.begin <= issued < log.end))
    return bits[e["idx"] // 8] >> e["idx"] % 8 & 1

def is_signed(log, token, signature):
    try:
        log.public.verify(signature, token.rpartition(b".")[0])
        return True
    except InvalidSignature:
        return False

# Order of the checks

def verify(data, zone, logs, issuers, token, now):
    parts, crc = container(data)
    s = check("DECLARACION", statement, parts["declaracion.json"])
    key = check("LLAVE", issuer_key, parts["llave.json"])
    signed_at = check("FIRMA", signature, parts["firma.jws"], parts["declaracion.json"], key)
    if "titular.json" in parts:
        check("TITULAR", holder, parts["titular.json"], s)
    e = check("ESTADO", status, parts["estado.json"]) if "estado.json" in parts else None
    received, facts, leaf = None, {}, None
    if "emision.txt" in parts:
        received, facts, leaf = check("EMISION", event, parts["emision.txt"], parts, key)
    need(facts.get("estado") == (e and f"{e['uri']}#{e['idx']}"), "ESTADO")
    need(sha256(parts["documento"]).hex() == s["hashDocumento"], "DOCUMENTO_CAMBIADO")
    need(zlib.crc32(parts["documento"]) == crc, "ARCHIVO_DANADO")
    found = [(id_, since, revoked) for id_, since, keys in issuers
             for huella, revoked in keys if huella == key.thumbprint]
    need(found, "EMISOR_DESCONOCIDO")
    id_, since, revoked = next((f for f in found if f[0] == facts.get("entidadId")), found[0])
    need(leaf or since is None or signed_at < since, "SIN_EMISION")
    if leaf:
        hosts = check("PRUEBA", proof, parts["prueba.txt"], leaf, logs)
        need(facts["entidadId"] == id_, "EMISION")
    if token is not None:
        need(e, "LISTA")
        taken_back = check("LISTA", is_revoked, token, e, received, [log for log in logs if log.host in hosts], now)
    need(revoked is None or leaf and received < revoked, "LLAVE_REVOCADA")
    need(token is None or not taken_back, "RETIRADO")
    validity, today = s.get("vigencia", {}), datetime.datetime.fromtimestamp(now // 1, zone).date().isoformat()
    need(today <= validity.get("hasta", today), "VENCIDO")
    need(today >= validity.get("desde", today), "AUN_NO_VIGENTE")
    return "SIN_ESTADO" if e is None else "SIN_LISTA" if token is None else "VALIDO"

def verdict(*args):
    try:
        return verify(*args)
    except Verdict as failed:
        return str(failed)

def main():
    parser = argparse.ArgumentParser(description="Verifies files as docs/verificable.md specifies.")
    parser.add_argument("archivos", nargs="+", metavar="FILE.zip")
    parser.add_argument("--confianza", required=True)
    parser.add_argument("--lista")
    parser.add_argument("--ahora", default=datetime.datetime.now(datetime.UTC).isoformat())
    parser.add_argument("--salida", choices=["texto", "json"], default="texto")
    args = parser.parse_args()
    read = lambda name: open(name, "rb").read()
    try:
        given = *trust(read(args.confianza)), args.lista and read(args.lista), moment(args.ahora)
        codes = {name: verdict(read(name), *given) for name in args.archivos}
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as bad:
        parser.error(f"the trust, the time or a file cannot be read: {bad}")
    for name, code in codes.items():
        print(json.dumps({"archivo": name, "resultado": code}) if args.salida == "json" else f"{code} {name}")
    exits = {{"VALIDO": 0, "SIN_ESTADO": 4, "SIN_LISTA": 4}.get(code, 1) for code in codes.values()}
    sys.exit(1 if 1 in exits else max(exits))

if __name__ == "__main__":
    main()
