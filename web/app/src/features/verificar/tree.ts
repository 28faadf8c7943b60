import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { equal } from './bytes';

/** A log's entries, and the root of the tree of their hashes. */
export interface Tree {
  size: bigint;
  root: Uint8Array;
}

/** Bytes of a hash. */
export const HASH = 32;

export function leafOf(entry: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(0), entry));
}

function parentOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(1), left, right));
}

const isOdd = (n: bigint) => (n & 1n) === 1n;

/** Whether a leaf is number `index` of a tree (RFC 9162, 2.1.3.2). */
export function isIncluded(index: bigint, leaf: Uint8Array, path: Uint8Array[], { size, root }: Tree): boolean {
  if (index >= size) return false;
  let [node, last, hash] = [index, size - 1n, leaf];
  for (const beside of path) {
    if (last === 0n) return false;
    if (isOdd(node) || node === last) {
      hash = parentOf(beside, hash);
      while (!isOdd(node) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else hash = parentOf(hash, beside);
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && equal(hash, root);
}

/** Whether a tree begins with an older one (RFC 9162, 2.1.4.2). Of the same size they are the same; nothing begins all. */
export function growsFrom(older: Tree, newer: Tree, path: Uint8Array[]): boolean {
  if (older.size === newer.size) return path.length === 0 && equal(older.root, newer.root);
  if (older.size === 0n) return path.length === 0 && equal(older.root, sha256(new Uint8Array()));
  if (older.size > newer.size) return false;
  const isWhole = (older.size & (older.size - 1n)) === 0n; // a power of two is a node of the newer tree
  const [first, ...rest] = isWhole ? [older.root, ...path] : path;
  if (!first) return false;
  let [node, last] = [older.size - 1n, newer.size - 1n];
  while (isOdd(node)) [node, last] = [node >> 1n, last >> 1n];
  let [before, now] = [first, first];
  for (const beside of rest) {
    if (last === 0n) return false;
    if (isOdd(node) || node === last) {
      [before, now] = [parentOf(beside, before), parentOf(beside, now)];
      while (!isOdd(node) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else now = parentOf(now, beside);
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && equal(before, older.root) && equal(now, newer.root);
}
