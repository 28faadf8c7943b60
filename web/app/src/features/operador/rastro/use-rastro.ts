import { useApolloClient } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useRef, useState } from 'react';
import { RastroDocument, type EventoDelRastroFragment, type FiltroEventosAuditoria } from '../generado/graphql';

/** What was found so far. */
interface Hallado {
  filtro: FiltroEventosAuditoria;
  eventos: EventoDelRastroFragment[];
  hayMas: boolean;
  endCursor: string | null;
  total: { cuantos: number; acotado: boolean } | undefined;
  cargando: boolean;
  falla: Falla | undefined;
}

/** Reads the trail, page by page, and only when somebody asks: each reading is an event of it. */
export function useRastro() {
  const client = useApolloClient();
  const [hallado, setHallado] = useState<Hallado>();
  const turn = useRef(0); // an answer to an older question is shown no more

  const leer = async (filtro: FiltroEventosAuditoria, before?: Hallado) => {
    const mine = ++turn.current;
    const show = (next: Hallado) => mine === turn.current && setHallado(next);
    const begun: Hallado = { ...(before ?? { eventos: [], hayMas: false, endCursor: null, total: undefined }), filtro, cargando: true, falla: undefined };
    setHallado(begun);
    try {
      const variables = { filtro, after: begun.endCursor, contar: !before && filtro.correlationId != null };
      const { data } = await client.query({ query: RastroDocument, variables, fetchPolicy: 'no-cache' });
      const page = data?.eventosAuditoria;
      show({
        ...begun,
        eventos: [...begun.eventos, ...(page?.nodes ?? [])],
        hayMas: page?.pageInfo.hasNextPage ?? false,
        endCursor: page?.pageInfo.endCursor ?? null,
        total: page?.total ?? begun.total,
        cargando: false,
      });
    } catch (cause) {
      show({ ...begun, cargando: false, falla: toFalla(cause) });
    }
  };

  return {
    hallado,
    buscar: (filtro: FiltroEventosAuditoria) => void leer(filtro),
    cargarMas: () => hallado && !hallado.cargando && void leer(hallado.filtro, hallado),
  };
}
