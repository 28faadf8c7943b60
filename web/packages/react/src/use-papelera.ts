import { useMutation } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import { undoOffersOf } from '@carpeta-ciudadana/cliente/apollo';
import { binChanged, cameBack, leaveBin, showBin } from '@carpeta-ciudadana/cliente/interno';
import {
  BorrarYaDocument,
  CancelarEliminacionDocument,
  PapeleraDocument,
  type DocumentoDesechadoFragment,
  type PapeleraQuery,
} from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useEffect } from 'react';
import type { EstadoDeLista, Omitible } from './estado.js';
import { useCarpetaClient } from './context.js';
import { useEvent } from './use-event.js';
import { useLista } from './use-lista.js';

export interface Papelera extends EstadoDeLista {
  /** What went in last comes first. One that is being erased stays until it is gone. */
  documentos: DocumentoDesechadoFragment[];
  /** How many documents are in the bin, loaded or not. */
  total: number | undefined;
  /** Puts a document back where it was. Takes the eventoId of its row. */
  recuperar: (eventoId: string) => Promise<Resultado>;
  /** Erases any number of documents now, which cannot be taken back; each has its own result, under its eventoId. */
  borrarYa: (eventoIds: readonly string[]) => Promise<Map<string, Resultado>>;
  /** Erases everything that is in the bin when it is called. One that is refused leaves the others. */
  vaciar: () => Promise<Map<string, Resultado>>;
}

/** The most that one call of the API takes, and gives. */
const AT_ONCE = 100;

const deLaPapelera = (data: PapeleraQuery) => data.miCarpeta?.papelera;

/** The citizen's bin: documents whose deletion can be taken back. It keeps itself right by the news, which CarpetaProvider follows. */
export function usePapelera({ porPagina = 20, omitir = false }: { porPagina?: number } & Omitible = {}): Papelera {
  const client = useCarpetaClient();
  const { apollo } = client;
  const { datos, filas = [], ...lista } = useLista({ consulta: PapeleraDocument, variables: { first: porPagina }, lista: deLaPapelera, omitir });
  const [cancel] = useMutation(CancelarEliminacionDocument);
  // One unknown result leaves the others. Nothing of the answer is kept: it tells how each deletion began, and the news of
  // its end may have come before.
  const [erase] = useMutation(BorrarYaDocument, { errorPolicy: 'all', fetchPolicy: 'no-cache' });
  const { withdraw } = undoOffersOf(client);

  const reload = useEvent(() => void lista.recargar());
  useEffect(() => (omitir ? undefined : showBin(apollo, reload)), [apollo, omitir, reload]);

  const recuperar = useCallback(
    (eventoId: string) =>
      attempt(async () => {
        const { data } = await cancel({ variables: { eventoId } });
        withdraw(eventoId);
        const refused = data?.cancelarEliminacion?.errores[0];
        if (refused) throw new Refusal(refused);
        cameBack(apollo, eventoId);
        return undefined;
      }),
    [apollo, cancel, withdraw],
  );

  const borrarHasta100 = useCallback(
    async (eventoIds: readonly string[]): Promise<[string, Resultado][]> => {
      try {
        const { data, error } = await erase({ variables: { eventoIds: [...eventoIds] } });
        const { resultados, errores } = data?.borrarYa ?? { resultados: [], errores: [] };
        if (resultados.length === 0) return eventoIds.map((id) => [id, { falla: errores[0] ?? toFalla(error) }]);
        return resultados.map(({ pedido, eliminacion, errores: [falla] }) => {
          withdraw(pedido);
          return [pedido, eliminacion ? { valor: undefined } : { falla: falla ?? toFalla(error) }];
        });
      } catch (cause) {
        return eventoIds.map((id) => [id, { falla: toFalla(cause) }]);
      }
    },
    [erase, withdraw],
  );

  const borrarYa = useCallback(
    async (eventoIds: readonly string[]) => {
      const results = new Map<string, Resultado>();
      const left = [...new Set(eventoIds)];
      while (left.length > 0) for (const [id, result] of await borrarHasta100(left.splice(0, AT_ONCE))) results.set(id, result);
      for (const [id, result] of results) if (!result.falla) leaveBin(apollo.cache, id);
      return results;
    },
    [apollo, borrarHasta100],
  );

  const vaciar = useCallback(async () => {
    const results = new Map<string, Resultado>();
    for (let after: string | null | undefined = null; after !== undefined; ) {
      const answer: { data?: PapeleraQuery | undefined } = await apollo.query({ query: PapeleraDocument, variables: { first: AT_ONCE, after }, fetchPolicy: 'no-cache' });
      const { edges, pageInfo } = answer.data?.miCarpeta?.papelera ?? { edges: [] };
      for (const [id, result] of await borrarYa(edges.map(({ node }) => node.eventoId))) results.set(id, result);
      after = pageInfo?.hasNextPage ? pageInfo.endCursor : undefined;
    }
    binChanged(apollo);
    return results;
  }, [apollo, borrarYa]);

  return { documentos: filas, total: datos?.miCarpeta?.totalEnPapeleraAproximado, recuperar, borrarYa, vaciar, ...lista };
}
