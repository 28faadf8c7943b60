/** FECHA_RECEPCION DESC is the order of a list that names none. */
const DEFAULT_ORDER = { campo: 'FECHA_RECEPCION', direccion: 'DESC' };

/** What makes a list of documents another list: order and filter, in one spelling. */
export function listKey(args: { orden?: unknown; filtro?: unknown }): string {
  const orden = { ...DEFAULT_ORDER, ...(clean(args.orden) as object | undefined) };
  return JSON.stringify([orden.campo, orden.direccion, clean(args.filtro) ?? {}]);
}

/** Without absent members, in the order of their names: `{}` and no filter are the same filter. */
function clean(value: unknown): unknown {
  if (value === null || value === undefined || Array.isArray(value) || typeof value !== 'object') return value ?? undefined;
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined && !(Array.isArray(member) && member.length === 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members);
}
