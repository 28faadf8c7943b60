import { useMutation } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import { nombreDe } from '@carpeta-ciudadana/cliente/interno';
import {
  AutorizacionesDeDocumentoDocument,
  AutorizacionesDocument,
  ConstanciaDeAutorizacionDocument,
  PedirBorradoDocument,
  TerminarAutorizacionDocument,
  type AutorizacionEnListaFragment,
  type AutorizacionesDeDocumentoQuery,
  type AutorizacionesQuery,
  type FiltroAutorizaciones,
} from '@carpeta-ciudadana/cliente/operaciones';
import { useCarpetaClient } from './context.js';
import type { EstadoDeLista, Omitible } from './estado.js';
import { usePrueba, type Prueba } from './use-constancia.js';
import { useLista } from './use-lista.js';
import { useConNovedades } from './use-solicitudes.js';

export type Autorizacion = AutorizacionEnListaFragment;

export interface Autorizaciones extends EstadoDeLista {
  /** The newest first. */
  autorizaciones: Autorizacion[];
  /** Ends one at once, by its id. It is shown as ended before the answer comes, and as before if it is refused. */
  terminar: (id: string) => Promise<Resultado>;
  /** Asks the entity of one that is over to erase what it keeps. */
  pedirBorrado: (id: string) => Promise<Resultado>;
}

interface Opciones extends Omitible {
  filtro?: FiltroAutorizaciones;
  /** Those that have this document, by its global id. */
  documentoId?: string;
  porPagina?: number;
}

const SIN_FILTRO: FiltroAutorizaciones = {};
const deCarpeta = (data: AutorizacionesQuery) => data.miCarpeta?.autorizaciones;
const deDocumento = ({ node }: AutorizacionesDeDocumentoQuery) => (node?.__typename === 'Documento' ? node.autorizaciones : undefined);

/** What the citizen authorised entities to see. It keeps itself right by the news. */
export function useAutorizaciones({ filtro = SIN_FILTRO, documentoId, porPagina = 20, omitir = false }: Opciones = {}): Autorizaciones {
  const deLaCarpeta = useLista({ consulta: AutorizacionesDocument, variables: { filtro, first: porPagina }, lista: deCarpeta, omitir: omitir || documentoId !== undefined });
  const delDocumento = useLista({
    consulta: AutorizacionesDeDocumentoDocument,
    variables: { id: documentoId ?? '', first: porPagina },
    lista: deDocumento,
    omitir: omitir || documentoId === undefined,
  });
  const { cargando, actualizando, hayMas, cargandoMas, cargarMas, recargar, falla, filas: autorizaciones = [] } = documentoId === undefined ? deLaCarpeta : delDocumento;
  useConNovedades(['AUTORIZACION'], recargar, omitir);
  const [end] = useMutation(TerminarAutorizacionDocument);
  const [ask] = useMutation(PedirBorradoDocument);
  return {
    autorizaciones,
    cargando,
    actualizando,
    hayMas,
    cargandoMas,
    cargarMas,
    recargar,
    falla,
    terminar: (id) =>
      attempt(async () => {
        const { data } = await end({
          variables: { autorizacionId: id },
          optimisticResponse: {
            __typename: 'Mutation',
            terminarAutorizacion: {
              __typename: 'TerminarAutorizacionPayload',
              autorizacion: { __typename: 'Autorizacion', id, estado: 'TERMINADA', terminadaEn: new Date().toISOString() as Autorizacion['hasta'] },
              errores: [],
            },
          },
        });
        const { autorizacion, errores: [refused] = [] } = data?.terminarAutorizacion ?? {};
        if (!autorizacion) throw new Refusal(refused ?? toFalla(undefined));
        return undefined;
      }),
    pedirBorrado: (id) =>
      attempt(async () => {
        const { data } = await ask({ variables: { autorizacionId: id } });
        const { autorizacion, errores: [refused] = [] } = data?.pedirBorrado ?? {};
        if (!autorizacion) throw new Refusal(refused ?? toFalla(undefined));
        return undefined;
      }),
  };
}

/** The receipt of an authorisation, or with `fin` of its end. The file has the purpose that the citizen read, where it is kept. */
export function useConstanciaDeAutorizacion(id: string, { fin = false, titulo }: { fin?: boolean; titulo: string }): Prueba {
  const { apollo } = useCarpetaClient();
  return usePrueba({
    clave: `${id} ${String(fin)}`,
    nombre: () => nombreDe(fin ? 'fin-de-autorizacion' : 'autorizacion', titulo),
    consultar: async () => {
      const { data } = await apollo.query({ query: ConstanciaDeAutorizacionDocument, variables: { id, fin }, fetchPolicy: 'no-cache' });
      const node = data?.node;
      if (node?.__typename !== 'Autorizacion') return undefined;
      const pedida = fin ? node.constanciaDeFin : node.constancia;
      return pedida && { ...pedida, ...(!fin && { finalidad: node.finalidadLeida ?? undefined }) };
    },
  });
}
