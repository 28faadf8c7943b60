import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useCallback } from 'react';
import { BorrarYaDocument, LoDeLaPapeleraDocument } from '../../shared/generado/graphql';

/** The most that one call of the API takes. */
const AT_ONCE = 100;

/** Everything in the bin, by the ids of the deletions. */
async function allIn(client: ApolloClient, after: string | null = null): Promise<string[]> {
  const { data } = await client.query({ query: LoDeLaPapeleraDocument, variables: { after }, fetchPolicy: 'no-cache' });
  const { nodes = [], pageInfo } = data?.miCarpeta?.enPapelera ?? {};
  const here = nodes.map(({ eventoId }) => eventoId);
  return pageInfo?.hasNextPage ? [...here, ...(await allIn(client, pageInfo.endCursor))] : here;
}

/** Erases what is in the bin, for ever: what is named, or all of it. Answers with why, if something could not be erased. */
export function useBorrarYa() {
  const client = useApolloClient();

  const borrar = useCallback(
    async (eventoIds: readonly string[]): Promise<Falla | undefined> => {
      let falla: Falla | undefined;
      const left = [...eventoIds];
      while (left.length > 0) {
        const { data } = await client.mutate({ mutation: BorrarYaDocument, variables: { eventoIds: left.splice(0, AT_ONCE) } });
        const { resultados = [], errores = [] } = data?.borrarYa ?? {};
        falla ??= errores[0] ?? resultados.find((one) => one.errores.length > 0)?.errores[0];
      }
      return falla;
    },
    [client],
  );

  const borrarYa = useCallback((eventoIds: readonly string[]) => borrar(eventoIds).catch((cause: unknown): Falla => toFalla(cause)), [borrar]);

  const vaciar = useCallback(async (): Promise<Falla | undefined> => {
    try {
      return await borrar(await allIn(client));
    } catch (cause) {
      return toFalla(cause);
    }
  }, [client, borrar]);

  return { borrarYa, vaciar };
}
