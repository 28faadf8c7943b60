import type { RespuestaARequisito, SolicitudPedida } from '@carpeta-ciudadana/react';

/** What the person chose so far, by the code of the requirement: the global id of a document, or null: it is not given. */
export type Elegido = Readonly<Record<string, string | null>>;

/** What was begun of each request: whoever goes to upload a paper comes back to it. It is forgotten with the page. */
const begun = new Map<string, Elegido>();

export const empezada = (solicitudId: string): Elegido => begun.get(solicitudId) ?? {};

export function recordar(solicitudId: string, elegido: Elegido | undefined) {
  if (elegido) begun.set(solicitudId, elegido);
  else begun.delete(solicitudId);
}

export type Pedido = SolicitudPedida['requisitos'][number];

/** The requirements that are still to be answered: those that have no document yet. */
export const pendientesDe = (requisitos: readonly Pedido[]): Pedido[] => requisitos.filter(({ respuesta }) => respuesta !== 'ENTREGADO');

/** The choices that still fit: a document may have gone meanwhile. */
export const queCaben = (elegido: Elegido, pendientes: readonly Pedido[]): Elegido =>
  Object.fromEntries(
    pendientes.flatMap(({ requisito: { codigo }, candidatos }) => {
      const uno = elegido[codigo];
      return uno === null || (uno !== undefined && candidatos?.some(({ id }) => id === uno)) ? [[codigo, uno]] : [];
    }),
  );

/** The choices without that for one requirement. */
export const sinResponder = (elegido: Elegido, codigo: string): Record<string, string | null> => Object.fromEntries(Object.entries(elegido).filter(([uno]) => uno !== codigo));

/** The first requirement without an answer; undefined when each has one. */
export const siguienteDe = (elegido: Elegido, pendientes: readonly Pedido[]): Pedido | undefined => pendientes.find(({ requisito: { codigo } }) => elegido[codigo] === undefined);

/** The answers as the API takes them. */
export const respuestasDe = (elegido: Elegido): RespuestaARequisito[] => Object.entries(elegido).map(([requisito, documentoId]) => ({ requisito, documentoId }));

/** The documents that are given, in the order of the requirements. */
export const dadosDe = (elegido: Elegido, pendientes: readonly Pedido[]) =>
  pendientes.flatMap(({ requisito: { codigo }, candidatos }) => candidatos?.filter(({ id }) => id === elegido[codigo]) ?? []);

/** A document that was chosen for one requirement is not offered for another. */
export const libresDe = ({ requisito, candidatos }: Pedido, elegido: Elegido) =>
  (candidatos ?? []).filter(({ id }) => Object.entries(elegido).every(([codigo, uno]) => codigo === requisito.codigo || uno !== id));

/** The terms that are offered, and the one that is chosen at first. */
export function plazosDe(maximo: number): { plazos: number[]; primero: number } {
  const plazos = [1, 7, 30, 90, 180, 365].filter((dias) => dias < maximo).concat(maximo);
  return { plazos, primero: plazos.includes(30) ? 30 : maximo };
}
