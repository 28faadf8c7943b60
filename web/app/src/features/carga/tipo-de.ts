import type { TipoDeDocumento } from '@carpeta-ciudadana/react';

const plain = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();

/** What no other kind says. */
const OTRO = 'OTRO';

/** The kind that the name of a file says: the one whose words in it are longest together. The person can choose another. */
export function tipoDe(name: string, tipos: readonly TipoDeDocumento[]): string {
  const words = ` ${plain(name)} `;
  const inIt = (one: string) => words.includes(one.length <= 3 ? ` ${one} ` : ` ${one}`);
  let best = { codigo: OTRO, letters: 0 };
  for (const { codigo, palabras, activo } of tipos) {
    const letters = palabras.map(plain).filter(inIt).reduce((sum, one) => sum + one.length, 0);
    if (activo && letters > best.letters) best = { codigo, letters };
  }
  return best.codigo;
}
