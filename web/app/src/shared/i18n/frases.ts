import frases from './frases.json';

/** Sentences with a value have a verb of Go's fmt in its place. */
const VERB = /%[dqs]/;

const exact = new Map(Object.entries(frases));
const valued = Object.entries(frases).flatMap(([spanish, english]) =>
  VERB.test(spanish) ? [{ pattern: new RegExp(`^${spanish.split(VERB).map(escaped).join('(.+)')}$`), parts: english.split(VERB) }] : [],
);

/** What a sentence of the server says in English, if it is one of those; its values come in the same order. */
export function enIngles(sentence: string): string | undefined {
  const known = exact.get(sentence);
  if (known !== undefined) return known;
  for (const { pattern, parts } of valued) {
    const values = pattern.exec(sentence)?.slice(1);
    if (values) return parts.map((part, i) => part + (values[i] ?? '')).join('');
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
