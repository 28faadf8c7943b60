import { InMemoryCache, type FieldPolicy, type Reference, type TypePolicies, type TypePolicy } from '@apollo/client/cache';
import possibleTypes from '../generado/possible-types.js';
import { connection } from './connection.js';
import { isForgotten } from './forgotten.js';
import { listKey } from './list-key.js';

/** One list, whatever page of it is asked for. */
const onlyList = connection(() => 'todos');
const byFiltro = connection(({ filtro }) => listKey({ filtro }));
/** An auditor may look at those of several operadores. */
const ofOperador = connection(({ operadorId, filtro }) => `${String(operadorId ?? '')}:${listKey({ filtro })}`);

/** A document that was deleted is known not to be there, whatever answer was on its way. */
const node: FieldPolicy<Reference | null> = {
  read: (existing, { args, cache }) => (isForgotten(cache, args?.['id'] as string) ? null : existing),
};

/** A document that was taken out of the cache is gone, and what names it is whole without it. */
const perhapsGone: FieldPolicy<Reference | null> = {
  read: (existing, { canRead }) => (existing && !canRead(existing) ? null : existing),
};

/** Objects that have no id, but a field of which there is one each; part of what holds them where it was not asked for. */
const keyedBy = (field: string): TypePolicy => ({ keyFields: (object) => (object[field] === undefined ? false : [field]) });

/** How the cache keeps the types of the API. An application adds its own for its own fields. */
export const typePolicies: TypePolicies = {
  Carpeta: {
    fields: {
      documentos: connection((args) => listKey(args)),
      eliminaciones: byFiltro,
      accesos: onlyList,
      cargas: onlyList,
      papelera: onlyList,
      codigos: onlyList,
      solicitudes: byFiltro,
      autorizaciones: byFiltro,
      entidadesSilenciadas: { merge: false },
    },
  },
  Documento: { fields: { accesos: onlyList, codigos: onlyList, autorizaciones: onlyList } },
  Eliminacion: { fields: { errores: { merge: false } } }, // those of the last attempt
  Query: { fields: { node, eliminaciones: ofOperador, entregas: onlyList, mensajesMuertos: onlyList, solicitudes: byFiltro, documentosRecibidos: byFiltro } },
  // Objects without an id are part of what holds them; two operations may ask for different fields of them.
  Progreso: { merge: true },
  UsoDeCarpeta: { merge: true },
  // A version of a procedure never changes: its texts are those of the language in which they were asked for.
  Tramite: { keyFields: false, merge: true },
  Requisito: { keyFields: false, merge: true },
  EntidadQuePide: { keyFields: false, merge: true },
  DocumentoEnPapelera: keyedBy('eventoId'),
  TipoDeDocumento: keyedBy('codigo'),
  Acceso: { ...keyedBy('eventoId'), fields: { documento: perhapsGone } },
};

export function createCache(): InMemoryCache {
  return new InMemoryCache({ possibleTypes: possibleTypes.possibleTypes, typePolicies });
}
