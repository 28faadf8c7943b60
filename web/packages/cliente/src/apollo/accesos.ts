import type { ApolloCache, Reference } from '@apollo/client/cache';
import { MiradaDeCarpetaFragmentDoc, type MiradaDeCarpetaFragment } from '../generado/graphql.js';

/** Puts a look of now on top of the list, unless the list has it. `carpeta` is a global id. */
export function addAcceso(cache: ApolloCache, carpeta: string, acceso: MiradaDeCarpetaFragment): void {
  const node = cache.writeFragment({ fragment: MiradaDeCarpetaFragmentDoc, fragmentName: 'MiradaDeCarpeta', data: acceso });
  cache.modify<{ accesos: { edges?: readonly { node: Reference }[] } }>({
    id: cache.identify({ __typename: 'Carpeta', id: carpeta }) as string,
    fields: {
      accesos(list) {
        const edges = 'edges' in list ? list.edges : undefined;
        if (!node || !edges || edges.some((edge) => edge.node.__ref === node.__ref)) return list;
        return { ...list, edges: [{ __typename: 'AccesoEdge', cursor: '', node }, ...edges] };
      },
    },
  });
}
