import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesOf, cut, numberOf, startsWith, textOf } from './bytes';
import { openCheckpoint, type Checkpoint } from './checkpoint';
import { Falsa, type Parte } from './falsa';
import { isKeys, readKeys, type Key } from './keys';
import { isReceipt, readReceipt } from './receipt';
import { HASH } from './tree';

/** An event: its commitment, which is what the log holds, and its text. */
export interface Entry {
  entry: Uint8Array;
  text: string;
}

/** The place of an entry in the tree of a checkpoint. */
export interface Proof {
  index: bigint;
  hashes: Uint8Array[];
  checkpoint: Checkpoint;
}

/** That the tree of a checkpoint begins with the first `old` entries. */
export interface Growth {
  old: bigint;
  hashes: Uint8Array[];
  checkpoint: Checkpoint;
}

/** Everything that a person gave, read; nothing of it belongs together yet. */
export interface Files {
  entries: Entry[];
  proofs: Proof[];
  /** Alone, with no entry. */
  checkpoints: Checkpoint[];
  growths: Growth[];
}

const EVENT = utf8ToBytes('carpeta.evento/v1\n');
const PROOF = utf8ToBytes('c2sp.org/tlog-proof@v1\n');
const GROWTH = utf8ToBytes('old ');
const SIGNATURE = '\n\n\u2014 ';
const MAX_FILE = 64 << 10;
const MAX_HASHES = 64;

/** Says of each file what it is, by how it begins, and reads it with the keys that are among them, or else with the receipt's. */
export function readFiles(given: Uint8Array[]): Files {
  const receipts = given.filter(isReceipt).map(readReceipt);
  if (receipts.length > 1) throw new Falsa('demasiados');
  let files = [...given.filter((file) => !isReceipt(file)), ...receipts.flatMap(eventAndProof)];
  const is = (head: Uint8Array) => (file: Uint8Array) => startsWith(file, head);
  const take = (wanted: (file: Uint8Array) => boolean) => {
    const taken = files.filter(wanted);
    files = files.filter((file) => !wanted(file));
    if (taken.some(({ length }) => length > MAX_FILE)) throw new Falsa('prueba');
    return taken;
  };
  const [events, proofs, growths] = [take(is(EVENT)), take(is(PROOF)), take(is(GROWTH))];
  const checkpoints = take((file) => new TextDecoder().decode(file).includes(SIGNATURE));
  const keyFiles = files.filter(isKeys);
  if (keyFiles.length < files.length) throw new Falsa('otraCosa');
  if (keyFiles.length > 1) throw new Falsa('demasiados');
  const keyFile = keyFiles[0] ?? receipts[0]?.llaves;
  if (!keyFile) throw new Falsa('faltanLlaves');
  const keys = readKeys(keyFile);
  return {
    entries: events.map(readEvent),
    proofs: proofs.map((file) => readProof(file, keys)),
    checkpoints: checkpoints.map((file) => openCheckpoint(file, keys)),
    growths: growths.map((file) => readGrowth(file, keys)),
  };
}

/** Both begin as they do alone: what does not is a part that was changed, and no file of another kind. */
function eventAndProof({ evento, prueba }: ReturnType<typeof readReceipt>): Uint8Array[] {
  if (!startsWith(evento, EVENT)) throw new Falsa('evento');
  if (!startsWith(prueba, PROOF)) throw new Falsa('prueba');
  return [evento, prueba];
}

/** An event with its salt. */
function readEvent(file: Uint8Array): Entry {
  const [head, event] = cut(file.subarray(EVENT.length), 'evento');
  const salt = bytesOf(after('sal ', textOf(head, 'evento'), 'evento'), 'evento');
  if (salt.length !== HASH) throw new Falsa('evento');
  return { entry: hmac(sha256, salt, concatBytes(EVENT, event)), text: textOf(event, 'evento') };
}

function readProof(file: Uint8Array, keys: Key[]): Proof {
  const { number, ...rest } = readHashes('index ', file.subarray(PROOF.length), 'prueba', keys);
  return { index: number, ...rest };
}

function readGrowth(file: Uint8Array, keys: Key[]): Growth {
  const { number, ...rest } = readHashes('old ', file, 'crecimiento', keys);
  return { old: number, ...rest };
}

/** A line with a number, hashes, an empty line, and a checkpoint. */
function readHashes(word: string, text: Uint8Array, parte: Parte, keys: Key[]) {
  const [head, note] = cut(text, parte);
  const [first = '', ...lines] = textOf(head, parte).split('\n');
  const hashes = lines.map((line) => bytesOf(line, parte));
  if (hashes.length > MAX_HASHES || hashes.some(({ length }) => length !== HASH)) throw new Falsa(parte);
  return { number: numberOf(after(word, first, parte), parte), hashes, checkpoint: openCheckpoint(note, keys) };
}

function after(word: string, line: string, parte: Parte): string {
  if (!line.startsWith(word)) throw new Falsa(parte);
  return line.slice(word.length);
}
