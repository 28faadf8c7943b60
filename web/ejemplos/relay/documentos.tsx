import { alAvanzarEliminacion, alLlegarNovedad } from '@carpeta-ciudadana/cliente/relay';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import { graphql, requestSubscription, useLazyLoadQuery, useMutation, usePaginationFragment, useRelayEnvironment } from 'react-relay';
import type { documentosAvanceSubscription } from './generado/documentosAvanceSubscription.graphql';
import type { documentosEliminarMutation } from './generado/documentosEliminarMutation.graphql';
import type { documentosLista_carpeta$data, documentosLista_carpeta$key } from './generado/documentosLista_carpeta.graphql';
import type { documentosNovedadesSubscription } from './generado/documentosNovedadesSubscription.graphql';
import type { documentosPaginaQuery } from './generado/documentosPaginaQuery.graphql';
import type { documentosQuery } from './generado/documentosQuery.graphql';

/** The documents of the citizen's folder, newest first. */
export function Documentos() {
  const { miCarpeta } = useLazyLoadQuery<documentosQuery>(
    graphql`
      query documentosQuery {
        miCarpeta {
          carpetaId
          totalDocumentosAproximado
          ...documentosLista_carpeta
        }
      }
    `,
    {},
  );
  if (!miCarpeta) return <p>No tiene carpeta todavía.</p>;
  return (
    <>
      <p>{miCarpeta.totalDocumentosAproximado} en total</p>
      <Lista carpeta={miCarpeta} carpetaId={miCarpeta.carpetaId} />
    </>
  );
}

function Lista({ carpeta, carpetaId }: { carpeta: documentosLista_carpeta$key; carpetaId: string }) {
  const { data, hasNext, isLoadingNext, loadNext, refetch } = usePaginationFragment<documentosPaginaQuery, documentosLista_carpeta$key>(
    graphql`
      fragment documentosLista_carpeta on Carpeta
      @argumentDefinitions(cuantos: { type: "Int", defaultValue: 25 }, cursor: { type: "String" })
      @refetchable(queryName: "documentosPaginaQuery") {
        documentos(first: $cuantos, after: $cursor) @connection(key: "Lista_documentos") {
          __id
          edges {
            node {
              id
              titulo
              estadoDocumento
            }
          }
        }
      }
    `,
    carpeta,
  );
  const { __id: connection = '', edges = [] } = data.documentos ?? {};
  const [recargando, startTransition] = useTransition(); // what is shown stays meanwhile
  useNovedades(carpetaId, connection, () => startTransition(() => void refetch({}, { fetchPolicy: 'network-only' })));
  return (
    <>
      <ul>
        {edges.map(({ node }) => (
          <Fila key={node.id} documento={node} connection={connection} />
        ))}
      </ul>
      {hasNext && (
        <button disabled={recargando || isLoadingNext} onClick={() => loadNext(25)}>
          Cargar más
        </button>
      )}
    </>
  );
}

/** Keeps a list right, whatever happens elsewhere. `recargar` is called at the beginning, and when too much was missed. */
function useNovedades(carpetaId: string, connection: string, recargar: () => void) {
  const environment = useRelayEnvironment();
  const reload = useEffectEvent(recargar);
  useEffect(() => {
    const { dispose } = requestSubscription<documentosNovedadesSubscription>(environment, {
      subscription: graphql`
        subscription documentosNovedadesSubscription($carpetaId: ID!, $despuesDe: String) {
          novedadesDeCarpeta(carpetaId: $carpetaId, despuesDe: $despuesDe) {
            cursor
            tipo
            documentoGlobalId
            totalDocumentosAproximado
            documento {
              id
              titulo
              estadoDocumento
            }
          }
        }
      `,
      variables: { carpetaId },
      updater: alLlegarNovedad([connection]),
      onNext: (answer) => {
        if (answer?.novedadesDeCarpeta.tipo === 'RECARGAR') reload();
      },
      onError: () => {}, // that the person left, or has to sign in, is told by api.session
    });
    return dispose;
  }, [environment, carpetaId, connection]);
}

type Documento = NonNullable<documentosLista_carpeta$data['documentos']>['edges'][number]['node'];

function Fila({ documento, connection }: { documento: Documento; connection: string }) {
  const { id, titulo, estadoDocumento } = documento;
  const [eliminar] = useMutation<documentosEliminarMutation>(graphql`
    mutation documentosEliminarMutation($id: ID!) {
      deleteDocumento(input: { documentoId: $id }) {
        eliminacion {
          eventoId
        }
        documento {
          id
          estadoDocumento
        }
        errores {
          ... on ErrorDeUsuario {
            mensaje
          }
        }
      }
    }
  `);
  const [eventoId, setEventoId] = useState<string>();
  const [falla, setFalla] = useState<string>();
  useAvance(eventoId, connection);
  const press = () =>
    eliminar({
      variables: { id },
      optimisticResponse: { deleteDocumento: { eliminacion: null, documento: { id, estadoDocumento: 'ELIMINANDO' }, errores: [] } },
      onCompleted: ({ deleteDocumento }) => {
        setEventoId(deleteDocumento?.eliminacion?.eventoId);
        setFalla(deleteDocumento?.errores[0]?.mensaje);
      },
      onError: ({ message }) => setFalla(message),
    });
  return (
    <li data-id={id}>
      {titulo} {estadoDocumento === 'ELIMINANDO' ? 'Eliminándose…' : <button onClick={press}>Eliminar</button>} {falla}
    </li>
  );
}

/** Follows a deletion that was begun here. */
function useAvance(eventoId: string | undefined, connection: string) {
  const environment = useRelayEnvironment();
  useEffect(() => {
    if (eventoId === undefined) return;
    const { dispose } = requestSubscription<documentosAvanceSubscription>(environment, {
      subscription: graphql`
        subscription documentosAvanceSubscription($eventoId: ID!, $despuesDe: Int) {
          eliminacion(eventoId: $eventoId, despuesDe: $despuesDe) {
            id
            secuencia
            estado
            documentoEliminadoId
          }
        }
      `,
      variables: { eventoId },
      updater: alAvanzarEliminacion([connection]),
      onError: () => {},
    });
    return dispose;
  }, [environment, eventoId, connection]);
}
