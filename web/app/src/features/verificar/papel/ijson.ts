/** What a text of JSON consists of, where names of members may stand. */
const SIGNO = /"(?:[^"\\]|\\.)*"(?=\s*(:)?)|[{}]/g;

/** Reads an object of I-JSON (RFC 7493): JSON.parse takes the last of two members with one name, and halves of a character. */
export function leerIJson(text: string): Record<string, unknown> {
  const value = JSON.parse(text) as unknown;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
  const abiertos: Set<string>[] = []; // the names in each object around this place
  for (const [signo, esNombre] of text.matchAll(SIGNO)) {
    if (signo === '{') abiertos.push(new Set());
    else if (signo === '}') abiertos.pop();
    else {
      const texto = JSON.parse(signo) as string;
      if (/\p{Surrogate}/u.test(texto) || (esNombre && abiertos.at(-1)!.has(texto))) throw new Error('no I-JSON');
      if (esNombre) abiertos.at(-1)!.add(texto);
    }
  }
  return value as Record<string, unknown>;
}
