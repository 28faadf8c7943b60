import { useMutation, useQuery } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import { listenToNews } from '@carpeta-ciudadana/cliente/apollo';
import {
  DenunciarEntidadDocument,
  RechazarSolicitudDocument,
  ResponderSolicitudDocument,
  SilenciarEntidadDocument,
  SolicitudesDocument,
  UnaSolicitudDocument,
  type AutorizacionEnListaFragment,
  type FiltroSolicitudesDeCarpeta,
  type ResponderSolicitudInput,
  type SolicitudEnListaFragment,
  type SolicitudesQuery,
  type UnaSolicitudQuery,
} from '@carpeta-ciudadana/cliente/operaciones';
import { useEffect } from 'react';
import { useCarpetaClient } from './context.js';
import type { EstadoDeConsulta, EstadoDeLista, Omitible } from './estado.js';
import { useEstado } from './use-error.js';
import { useEvent } from './use-event.js';
import { useLista } from './use-lista.js';

export interface Solicitudes extends EstadoDeLista {
  /** The newest first. */
  solicitudes: SolicitudEnListaFragment[];
}

const deSolicitudes = (data: SolicitudesQuery) => data.miCarpeta?.solicitudes;

/** What entities ask of the citizen, `abiertas` unless the filter says otherwise. It keeps itself right by the news. */
export function useSolicitudes({ filtro = ABIERTAS, porPagina = 20, omitir = false }: { filtro?: FiltroSolicitudesDeCarpeta; porPagina?: number } & Omitible = {}): Solicitudes {
  const { filas = [], ...lista } = useLista({ consulta: SolicitudesDocument, variables: { filtro, first: porPagina }, lista: deSolicitudes, omitir });
  useConNovedades(['SOLICITUD'], lista.recargar, omitir);
  return { solicitudes: filas, ...lista };
}

const ABIERTAS: FiltroSolicitudesDeCarpeta = { abiertas: true };

/** Loads something again when news of these kinds come, or too much was missed. */
export function useConNovedades(tipos: readonly string[], recargar: () => Promise<unknown>, omitir = false): void {
  const { apollo } = useCarpetaClient();
  const hear = useEvent((tipo: string) => {
    if (tipos.includes(tipo) || tipo === 'RECARGAR') void recargar();
  });
  useEffect(() => (omitir ? undefined : listenToNews(apollo, ({ tipo }) => hear(tipo))), [apollo, hear, omitir]);
}

export type SolicitudPedida = Extract<UnaSolicitudQuery['node'], { __typename: 'Solicitud' }>;

/** The answer to a requirement: a document, or null: it is not given. */
export type RespuestaARequisito = ResponderSolicitudInput['respuestas'][number];

export interface UnaSolicitud extends EstadoDeConsulta {
  /** Null if it is not there: for another person, or of an entity that was silenced. */
  solicitud: SolicitudPedida | null | undefined;
  /** Answers the request as it is shown. `autorizacion` is null where nothing was given. */
  responder: (datos: Omit<ResponderSolicitudInput, 'solicitudId' | 'version'>) => Promise<Resultado<{ autorizacion: AutorizacionEnListaFragment | null }>>;
  /** Refuses it, or the rest of it. */
  rechazar: () => Promise<Resultado>;
  /** Hears nothing of its entity any more. */
  silenciar: () => Promise<Resultado>;
  /** Reports its entity, and hears nothing of it any more. */
  denunciar: () => Promise<Resultado>;
}

/** A request by its global id, with the citizen's documents that do for each requirement. */
export function useSolicitud(id: string): UnaSolicitud {
  const result = useQuery(UnaSolicitudDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const node = result.data?.node;
  const solicitud = result.data && (node?.__typename === 'Solicitud' ? (node as SolicitudPedida) : null);
  const [answer] = useMutation(ResponderSolicitudDocument);
  const [refuse] = useMutation(RechazarSolicitudDocument);
  const [silence] = useMutation(SilenciarEntidadDocument);
  const [report] = useMutation(DenunciarEntidadDocument);
  const estado = useEstado(result, solicitud !== undefined);
  useConNovedades(['SOLICITUD', 'LLEGO'], estado.recargar); // a paper that came may be what is asked for
  return {
    solicitud,
    ...estado,
    responder: (datos) =>
      attempt(async () => {
        const { data } = await answer({ variables: { input: { ...datos, solicitudId: id, version: solicitud?.version ?? 0 } } });
        const { solicitud: answered, autorizacion, errores: [refused] = [] } = data?.responderSolicitud ?? {};
        if (!answered) throw new Refusal(refused ?? toFalla(undefined));
        return { autorizacion: autorizacion ?? null };
      }),
    rechazar: () =>
      attempt(async () => {
        const { data } = await refuse({ variables: { solicitudId: id } });
        const { solicitud: refusedOne, errores: [refused] = [] } = data?.rechazarSolicitud ?? {};
        if (!refusedOne) throw new Refusal(refused ?? toFalla(undefined));
        return undefined;
      }),
    silenciar: () =>
      attempt(async () => {
        const { data } = await silence({ variables: { entidadId: solicitud?.entidad.entidadId ?? '', silenciada: true } });
        const { silenciadas, errores: [refused] = [] } = data?.silenciarEntidad ?? {};
        if (!silenciadas) throw new Refusal(refused ?? toFalla(undefined));
        return undefined;
      }),
    denunciar: () =>
      attempt(async () => {
        const { data } = await report({ variables: { solicitudId: id } });
        const { silenciadas, errores: [refused] = [] } = data?.denunciarEntidad ?? {};
        if (!silenciadas) throw new Refusal(refused ?? toFalla(undefined));
        return undefined;
      }),
  };
}
