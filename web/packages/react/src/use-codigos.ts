import { useMutation } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import { addressOf } from '@carpeta-ciudadana/cliente/interno';
import { CodigosDeDocumentoDocument, CrearCodigoDocument, TerminarCodigoDocument, type CodigoDeDocumentoFragment, type CodigosDeDocumentoQuery, type CrearCodigoInput } from '@carpeta-ciudadana/cliente/operaciones';
import { useEffect, useMemo, useState } from 'react';
import type { EstadoDeLista } from './estado.js';
import { useCarpetaClient, useSesion } from './context.js';
import { useEvent } from './use-event.js';
import { useLista } from './use-lista.js';

/** `direccion` is absolute: what a QR code shows. Null if the server's key was changed since; the code can be used still. */
export type Codigo = CodigoDeDocumentoFragment;

export type DatosDeCodigo = Omit<CrearCodigoInput, 'documentoId'>;

export interface Codigos extends EstadoDeLista {
  /** The newest first, also those that are over, for 30 days. `usos` says how often each was used, some seconds later. */
  codigos: Codigo[];
  /** Those of them that can be used now. One leaves when its time is over, also without a network. */
  enUso: Codigo[];
  /** Makes a code, which is in the list then. */
  crear: (datos: DatosDeCodigo) => Promise<Resultado<Codigo>>;
  /** Ends a code at once, by its id. */
  terminar: (id: string) => Promise<Resultado>;
}

/** No news tell that somebody used a code, or ended one elsewhere: it is asked for so often, in milliseconds. */
const CADA = 5_000;
/** A timer is not longer. */
const LONGEST_TIMER = 2 ** 31 - 1;

const deCodigos = ({ node }: CodigosDeDocumentoQuery) => (node?.__typename === 'Documento' ? node.codigos : undefined);

/** The codes that show a certified document to somebody without an account, by the global id of the document. Null asks for none. */
export function useCodigos(documentoId: string | null, { porPagina = 20 }: { porPagina?: number } = {}): Codigos {
  const client = useCarpetaClient();
  const { terminada } = useSesion();
  const omitir = documentoId === null;
  const id = documentoId ?? '';
  const { filas, cargando, actualizando, hayMas, cargandoMas, cargarMas, recargar, falla } = useLista({ consulta: CodigosDeDocumentoDocument, variables: { id, first: porPagina }, lista: deCodigos, omitir });
  const codigos = useMemo(() => (filas ?? []).map((one) => absolute(client, one)), [client, filas]);
  const enUso = useEnUso(codigos);
  const [make] = useMutation(CrearCodigoDocument);
  const [end] = useMutation(TerminarCodigoDocument);

  const reload = useEvent(() => document.hidden || void recargar());
  useEffect(() => {
    if (omitir || terminada) return;
    const timer = setInterval(reload, CADA);
    return () => clearInterval(timer);
  }, [omitir, terminada, reload]);

  return {
    codigos,
    enUso,
    cargando,
    actualizando,
    hayMas,
    cargandoMas,
    cargarMas,
    recargar,
    falla,
    crear: (datos) =>
      attempt(async () => {
        const { data } = await make({ variables: { input: { ...datos, documentoId: id } } });
        const { codigo, errores: [refused] = [] } = data?.crearCodigo ?? {};
        if (!codigo) throw new Refusal(refused ?? toFalla(undefined));
        await recargar();
        return absolute(client, codigo);
      }),
    terminar: (codigoId) =>
      attempt(async () => {
        const { data } = await end({ variables: { codigoId } });
        const { codigo, errores: [refused] = [] } = data?.terminarCodigo ?? {};
        if (!codigo) throw new Refusal(refused ?? toFalla(undefined));
        await recargar(); // one that is on its way may be older
        return undefined;
      }),
  };
}

const absolute = (client: Parameters<typeof addressOf>[0], codigo: Codigo): Codigo => ({ ...codigo, direccion: codigo.direccion ? addressOf(client, codigo.direccion) : null });

/** Those of the codes that can be used now. */
function useEnUso(codigos: Codigo[]): Codigo[] {
  const [now, setNow] = useState(() => Date.now());
  const enUso = codigos.filter(({ estado, hasta }) => estado === 'VIGENTE' && Date.parse(hasta) > now);
  const next = Math.min(...enUso.map(({ hasta }) => Date.parse(hasta)));
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 1, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [next]);
  return enUso;
}
