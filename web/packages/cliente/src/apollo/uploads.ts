import { Refusal } from '../subida/refusal.js';
import type { UploadApi } from '../subida/subir.js';
import { createUploads, type Uploads } from '../subida/uploads.js';
import { toFalla } from '../falla.js';
import { CancelarCargaDocument, ConfirmarCargaDocument, FirmarPartesDocument, IniciarCargaDocument, LimitesDocument, RenovarCargaDocument } from '../generado/graphql.js';
import type { CarpetaClient } from './carpeta-client.js';
import { innerOf } from './inner.js';
import { listsChanged, pendingChanged } from './lists.js';

/** The uploads of the page. */
export const uploadsOf = (client: CarpetaClient): Uploads => innerOf(client).part(makeUploads);

const makeUploads = (client: CarpetaClient) => createUploads(uploadApi(client), innerOf(client).timing);

/** The operations of an upload by Apollo Client. A confirmed document is in the lists at once. */
export function uploadApi({ apollo: client, session }: CarpetaClient): UploadApi {
  return {
    async announce(input) {
      const { data } = await client.mutate({ mutation: IniciarCargaDocument, variables: { input }, fetchPolicy: 'no-cache' });
      const { documento, carga, partes, errores } = granted(data?.iniciarCarga);
      if (!documento) throw refusal(errores);
      pendingChanged(client);
      return { documentoId: documento.id, carga: carga ?? null, partes: partes ?? null };
    },
    async renew(documentoId) {
      const { data } = await client.mutate({ mutation: RenovarCargaDocument, variables: { documentoId }, fetchPolicy: 'no-cache' });
      const { documento, carga, partes, errores } = granted(data?.renovarCarga);
      if (!documento) throw refusal(errores);
      return { documentoId, carga: carga ?? null, partes: partes ?? null };
    },
    async sign(documentoId, partes) {
      const { data } = await client.mutate({ mutation: FirmarPartesDocument, variables: { input: { documentoId, partes } }, fetchPolicy: 'no-cache' });
      const payload = granted(data?.firmarPartes);
      if (!payload.partes) throw refusal(payload.errores);
      return payload.partes;
    },
    async confirm(documentoId) {
      const { data } = await client.mutate({ mutation: ConfirmarCargaDocument, variables: { documentoId } });
      const { documento, carpeta, errores } = granted(data?.confirmarCarga);
      if (!documento) throw refusal(errores);
      pendingChanged(client);
      if (carpeta) listsChanged(client, client.cache.identify({ __typename: 'Carpeta', id: carpeta.id }) as string);
      return documento;
    },
    async cancel(documentoId) {
      const { data } = await client.mutate({ mutation: CancelarCargaDocument, variables: { documentoId }, fetchPolicy: 'no-cache' });
      const { errores } = granted(data?.cancelarCarga);
      if (errores.length > 0) throw refusal(errores);
      pendingChanged(client);
    },
    async largest() {
      const { data } = await client.query({ query: LimitesDocument }); // once for the page: they change with a restart
      return data?.limites?.tamanoMaximo;
    },
    onLeave: session.onLeave,
    signedIn: () =>
      new Promise((resolve) => {
        const look = () => {
          if (session.ended.get()) return;
          stop();
          resolve();
        };
        const stop = session.ended.subscribe(look);
        look();
      }),
  };
}

/** A mutation whose field is null has an error of GraphQL, which Apollo Client has thrown. */
function granted<T>(payload: T | null | undefined): T {
  if (!payload) throw new Refusal(toFalla(undefined));
  return payload;
}

function refusal(errores: readonly { codigo: string; mensaje: string; campos?: readonly { campo: string; mensaje: string }[] }[]) {
  const [first] = errores;
  return new Refusal(first ? { codigo: first.codigo, mensaje: first.mensaje, ...(first.campos && { campos: [...first.campos] }) } : toFalla(undefined));
}
