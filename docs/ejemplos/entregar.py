"""Delivers the documents of a CSV into the carpetas of citizens, each of them once. Needs Python 3.11 and cryptography.

    python entregar.py papeles.csv

The CSV has a header, and a row for each document: archivo (a path from the folder of the CSV), ciudadanoId, nombre (the
holder), codigoTipo, titulo, fechaEmision (2026-05-03), numero (may be empty). The environment has
    URL    the server, as https://carpeta.example.org
    LLAVE  file of the private key: a JWK of Ed25519 with a kid
    TOKEN  a token of the entity, or instead of it TOKEN_URL, CLIENT_ID and CLIENT_SECRET, and SCOPE if the issuer wants
           one: then the program asks the issuer for tokens, and for another one when its own has ended
It may be killed at any moment. Run it again: papeles.csv.progreso has what it knows of each. Exit code 0: all are
delivered. 1: some are left, and a later run tries them again. 2: the run stopped, because no row could succeed.
"""
import base64, csv, hashlib, hmac, http.client, json, mimetypes, os, random, secrets, sqlite3, sys, time, unicodedata
import urllib.error, urllib.parse, urllib.request
from pathlib import Path
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

REPEAT = {"RATE_LIMITED", "UNAVAILABLE", "CONFLICT", "INTERNAL"}  # the same request may succeed later
NO_ROW_SUCCEEDS = {"UNAUTHENTICATED", "FORBIDDEN", "ENTIDAD_INACTIVA", "FIRMA_INVALIDA", "LLAVE_DESCONOCIDA",
                   "LLAVE_DE_OTRA_ENTIDAD", "LLAVE_REVOCADA", "LLAVE_VENCIDA"}
SEND_THE_FILE = {"ARCHIVO_PENDIENTE", "ENTREGA_VENCIDA", "ENTREGA_CANCELADA", "NOT_FOUND"}  # all but the first: the announcement has ended
TRIES, LONGEST_WAIT = 8, 300  # of a row, in seconds; afterwards the row is left for a later run

ANNOUNCE = """mutation($input: EntregarDocumentoInput!) { r: entregarDocumento(input: $input) {
  entrega { entregaId } carga { metodo url encabezados { nombre valor } } errores { ... on ErrorDeUsuario { codigo mensaje } } } }"""
CONFIRM = """mutation($id: ID!) { r: confirmarEntrega(input: { entregaId: $id }) {
  entrega { estado } errores { ... on ErrorDeUsuario { codigo mensaje } } } }"""


class Later(Exception):  # the same again may succeed, after so many seconds if the server knows
    def __init__(self, why, seconds=None):
        super().__init__(why)
        self.seconds = float(seconds) if str(seconds or "").isdigit() else None


class Refused(Exception):  # the same again would be refused again
    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


def send(method, url, body, headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        if error.code in (408, 429) or error.code >= 500:
            raise Later(f"HTTP {error.code}", error.headers.get("Retry-After")) from error
        return error.code, error.read()
    except (OSError, http.client.HTTPException) as error:  # the answer is lost; the server may have done it
        raise Later(f"the network: {error}") from error


class Server:
    def __init__(self, env):
        self.env, self.token = env, env.get("TOKEN")

    def new_token(self):
        form = {"grant_type": "client_credentials", **({"scope": self.env["SCOPE"]} if "SCOPE" in self.env else {})}
        client = base64.b64encode(f"{self.env['CLIENT_ID']}:{self.env['CLIENT_SECRET']}".encode()).decode()
        status, answer = send("POST", self.env["TOKEN_URL"], urllib.parse.urlencode(form).encode(), {"Authorization": "Basic " + client})
        if status != 200:
            raise Refused("UNAUTHENTICATED", f"the issuer gives no token: HTTP {status}")
        self.token = json.loads(answer)["access_token"]

    def mutate(self, query, variables, again=True):
        self.token or self.new_token()
        body = json.dumps({"query": query, "variables": variables}).encode()
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json", "Accept-Language": "en"}
        status, answer = send("POST", self.env["URL"] + "/graphql", body, headers)
        try:
            answer = json.loads(answer)
        except ValueError:
            raise Refused(f"HTTP {status}", "this is no answer of the server: is URL right?") from None
        for error in answer.get("errors", []):
            more = error["extensions"]
            if more["code"] in REPEAT:
                raise Later(more["code"], more.get("reintentarEn"))
            if more["code"] == "UNAUTHENTICATED" and "TOKEN_URL" in self.env and again:
                self.new_token()
                return self.mutate(query, variables, again=False)
            raise Refused(more["code"], error["message"])
        return answer["data"]["r"]


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def canonical(value):  # RFC 8785, for objects of texts and small numbers
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def sign(key, content):
    private = Ed25519PrivateKey.from_private_bytes(base64.urlsafe_b64decode(key["d"] + "=="))
    head = base64url(json.dumps({"alg": "EdDSA", "kid": key["kid"], "iat": int(time.time())}).encode())
    return f"{head}..{base64url(private.sign(f'{head}.{base64url(content)}'.encode()))}"


def announcement(key, row, content, digest, salt):  # the signed input of entregarDocumento, and a hash of what it states
    text = {name: unicodedata.normalize("NFC", (value or "").strip()) for name, value in row.items() if name}
    person = canonical({"ciudadanoId": text["ciudadanoId"], "nombre": text["nombre"]})
    says = {"fechaEmision": text["fechaEmision"], **({"numero": text["numero"]} if text.get("numero") else {})}
    signed = {**says, "hashDocumento": digest, "tipoDocumento": text["codigoTipo"], "titulo": text["titulo"], "v": 2,
              "titular": base64url(hmac.digest(base64.urlsafe_b64decode(salt + "=="), person, "sha256"))}
    stated = canonical(signed)
    return {"ciudadanoId": text["ciudadanoId"], "titulo": text["titulo"], "codigoTipo": text["codigoTipo"], "hashDocumento": digest,
            "tamanoBytes": len(content), "nombreArchivo": Path(text["archivo"]).name, "firma": sign(key, stated),
            "tipoContenido": mimetypes.guess_type(text["archivo"])[0] or "application/octet-stream",
            "declaracion": {**says, "titular": {"nombre": text["nombre"], "sal": salt}}}, hashlib.sha256(stated).hexdigest()


def refusal(answer):  # the first error of a payload, or None
    return Refused(answer["errores"][0]["codigo"], answer["errores"][0]["mensaje"]) if answer["errores"] else None


def deliver(server, db, key, row, content):
    digest = hashlib.sha256(content).hexdigest()
    this = (row["ciudadanoId"], digest)
    # A repetition needs the same salt: so it is on the disk before the server hears of it.
    db.execute("INSERT OR IGNORE INTO papel VALUES (?, ?, ?, NULL, 0)", (*this, base64url(secrets.token_bytes(24))))
    salt, entrega_id, delivered, announced_before = db.execute("""SELECT sal, entregaId, entregado, declaracion
      FROM papel LEFT JOIN anuncio USING (entregaId) WHERE ciudadanoId = ? AND hash = ?""", this).fetchone()
    entry, stated = announcement(key, row, content, digest, salt)
    mended = announced_before not in (None, stated)
    if delivered:
        if mended:
            raise Refused("OTRA_DECLARACION", f"the row was changed after {entrega_id} was delivered: revoke or replace that delivery")
        return
    # What was announced before is confirmed first: its file may be there, and the citizen may have erased it since. A row
    # that was mended is announced, and refused while the announcement before stands.
    error = refusal(server.mutate(CONFIRM, {"id": entrega_id})) if entrega_id and not mended else Refused("ARCHIVO_PENDIENTE", "")
    if error and error.code in SEND_THE_FILE:
        announced = server.mutate(ANNOUNCE, {"input": entry})
        if error := refusal(announced):
            raise error
        entrega_id, upload = announced["entrega"]["entregaId"], announced["carga"]
        db.execute("INSERT OR REPLACE INTO anuncio VALUES (?, ?)", (entrega_id, stated))
        db.execute("UPDATE papel SET entregaId = ? WHERE ciudadanoId = ? AND hash = ?", (entrega_id, *this))
        if upload:
            status, _ = send(upload["metodo"], upload["url"], content, {h["nombre"]: h["valor"] for h in upload["encabezados"]})
            if status in (403, 409):  # the address has ended, or another upload of this file goes on
                raise Later(f"upload: HTTP {status}")
            if status not in (200, 201, 412):
                raise Refused("upload", f"HTTP {status}")
        error = refusal(server.mutate(CONFIRM, {"id": entrega_id}))
    if error:
        raise Later(str(error)) if error.code in SEND_THE_FILE else error
    db.execute("UPDATE papel SET entregado = 1 WHERE ciudadanoId = ? AND hash = ?", this)


def insist(work):
    for n in range(TRIES):
        try:
            return work()
        except Later as later:
            wait = later.seconds or min(2**n, 60)
            if n + 1 == TRIES or wait > LONGEST_WAIT:
                raise
            time.sleep(wait * random.uniform(1, 1.3))  # programs that failed together do not come back together


def main(path):
    server, key = Server(os.environ), json.loads(Path(os.environ["LLAVE"]).read_text())
    db = sqlite3.connect(f"{path}.progreso", isolation_level=None)
    try:  # SQLite holds the lock until this process ends, however it ends
        db.executescript("""PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;
          CREATE TABLE IF NOT EXISTS papel (ciudadanoId, hash, sal, entregaId, entregado, PRIMARY KEY (ciudadanoId, hash));
          CREATE TABLE IF NOT EXISTS anuncio (entregaId PRIMARY KEY, declaracion); COMMIT""")
    except sqlite3.OperationalError as error:
        sys.exit(f"{path}.progreso: {error}. Does another run have it? Wait until that one has ended.")
    rows = left = 0
    with open(path, newline="", encoding="utf-8-sig") as file:
        for rows, row in enumerate(csv.DictReader(file), start=1):
            try:
                content = (Path(path).parent / row["archivo"]).read_bytes()
                insist(lambda: deliver(server, db, key, row, content))
            except (Later, Refused, OSError) as error:
                left += 1
                print(f"row {rows}: {error}", file=sys.stderr)
                if isinstance(error, Refused) and error.code in NO_ROW_SUCCEEDS:
                    return 2
    print(f"{rows - left} delivered, {left} left")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
