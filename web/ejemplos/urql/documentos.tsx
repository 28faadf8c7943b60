import { useEffect, useState } from 'react';
import { gql, useMutation, useQuery, useSubscription } from 'urql';

const DOCUMENTOS = gql<Respuesta, { after: string | null }>`
  query Documentos($after: String) {
    miCarpeta {
      id
      carpetaId
      totalDocumentosAproximado
      documentos(first: 25, after: $after) {
        edges {
          cursor
          node {
            id
            titulo
            estadoDocumento
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;

const NOVEDADES = gql<{ novedadesDeCarpeta: { tipo: string } }, { carpetaId: string | undefined }>`
  subscription Novedades($carpetaId: ID!, $despuesDe: String) {
    novedadesDeCarpeta(carpetaId: $carpetaId, despuesDe: $despuesDe) {
      novedadId
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
`;

const ELIMINAR = gql<{ deleteDocumento: { errores: { mensaje: string }[] } | null }, { id: string }>`
  mutation Eliminar($id: ID!) {
    deleteDocumento(input: { documentoId: $id }) {
      eliminacion {
        id
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
`;

interface Documento {
  id: string;
  titulo: string;
  estadoDocumento: string;
}

interface Respuesta {
  miCarpeta: {
    carpetaId: string;
    totalDocumentosAproximado: number;
    documentos: { edges: { node: Documento }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } | null;
  } | null;
}

/** The documents of the citizen's folder, newest first. */
export function Documentos() {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: DOCUMENTOS, variables: { after } });
  const carpeta = data?.miCarpeta;
  const [{ data: novedad }] = useSubscription({ query: NOVEDADES, variables: { carpetaId: carpeta?.carpetaId }, pause: !carpeta });
  const tipo = novedad?.novedadesDeCarpeta.tipo;
  useEffect(() => {
    if (tipo === 'LLEGO' || tipo === 'RECARGAR') setAfter(null); // the list begins anew
  }, [novedad, tipo]);

  if (error) return <p role="alert">{error.message}</p>;
  if (!carpeta) return <p>Cargando…</p>;
  const { edges = [], pageInfo } = carpeta.documentos ?? {}; // null while it is loaded again
  return (
    <>
      <p>{carpeta.totalDocumentosAproximado} en total</p>
      <ul>
        {edges.map(({ node }) => (
          <Fila key={node.id} documento={node} />
        ))}
      </ul>
      {pageInfo?.hasNextPage && <button onClick={() => setAfter(pageInfo.endCursor)}>Cargar más</button>}
    </>
  );
}

function Fila({ documento: { id, titulo, estadoDocumento } }: { documento: Documento }) {
  const [{ data, error }, eliminar] = useMutation(ELIMINAR);
  const falla = data?.deleteDocumento?.errores[0]?.mensaje ?? error?.message;
  return (
    <li data-id={id}>
      {titulo} {estadoDocumento === 'ELIMINANDO' ? 'Eliminándose…' : <button onClick={() => void eliminar({ id })}>Eliminar</button>} {falla}
    </li>
  );
}
