import type { Falla } from '@carpeta-ciudadana/cliente';

type Campo = NonNullable<Falla['campos']>[number];

const is = (name: string) => ({ campo }: Campo) => campo === name || campo.endsWith(`.${name}`);

/** What is wrong with a field of a form; undefined if nothing is. */
export function faltaDe(falla: Falla | undefined, name: string): string | undefined {
  return falla?.campos?.find(is(name))?.mensaje;
}

/** A failure without what its form says beside the fields. */
export function sinCampos(falla: Falla, shown: readonly string[]): Falla {
  const { campos = [], ...rest } = falla;
  const others = campos.filter((one) => !shown.some((name) => is(name)(one)));
  return others.length > 0 ? { ...rest, campos: others } : rest;
}
