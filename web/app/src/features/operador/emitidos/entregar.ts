import type { ApolloClient } from '@apollo/client';
import { Refusal, subir, toFalla, type Subida } from '@carpeta-ciudadana/cliente';
import { ConfirmarReemplazoDocument, ReemplazarDocument, type EntregaDeListaFragment, type EntregarDocumentoInput } from '../generado/graphql';

/** A delivery with its signature, and the file that it is of. */
export interface Entregable {
  archivo: File;
  input: EntregarDocumentoInput;
}

/** Delivers: announces, sends the file and confirms it, through lost networks. The same again goes on where it was. */
export function entregar(client: ApolloClient, { archivo, input }: Entregable): Subida<EntregaDeListaFragment> {
  const announce = async () => {
    const { data } = await client.mutate({ mutation: ReemplazarDocument, variables: { input }, fetchPolicy: 'no-cache' });
    const { entrega, carga, errores } = data?.entregarDocumento ?? { errores: [] };
    if (!entrega) throw refusal(errores);
    return { documentoId: entrega.entregaId, carga: carga ?? null };
  };
  const confirm = async (entregaId: string) => {
    const { data } = await client.mutate({ mutation: ConfirmarReemplazoDocument, variables: { entregaId } });
    const { entrega, errores } = data?.confirmarEntrega ?? { errores: [] };
    if (!entrega) throw refusal(errores);
    return entrega;
  };
  const datos = { titulo: input.titulo, codigoTipo: input.codigoTipo };
  return subir(
    archivo,
    datos,
    {
      announce,
      renew: announce,
      confirm,
      sign: () => Promise.reject(new Error('a delivery has no parts')),
      cancel: () => Promise.resolve(), // what was announced and never sent is forgotten in a day
    },
    undefined,
    { huella: input.hashDocumento },
  );
}

const refusal = (errores: readonly Refusal['falla'][]) => new Refusal(errores[0] ?? toFalla(undefined));
