import type { CampoOrdenDocumentos, Direccion } from '@carpeta-ciudadana/cliente/operaciones';
import type { OpcionesDeDocumentos, TipoDeDocumento } from '@carpeta-ciudadana/react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** The orders that are offered. The first is the server's own. */
export const ORDENES = {
  recientes: ['FECHA_RECEPCION', 'DESC'],
  antiguos: ['FECHA_RECEPCION', 'ASC'],
  titulo: ['TITULO', 'ASC'],
  tipo: ['TIPO_DOCUMENTO', 'ASC'],
  grandes: ['TAMANO_BYTES', 'DESC'],
} satisfies Record<string, [CampoOrdenDocumentos, Direccion]>;

/** The form of a kind's code. */
const CODIGO = /^[A-Z][A-Z0-9_]*$/;

export type Orden = keyof typeof ORDENES;

export interface Busqueda {
  texto: string;
  tipo: string;
  orden: Orden;
  certificado: '' | 'si' | 'no';
}

/** What the list is asked for stands in the address: the way back from a document finds it again. */
export function useBusqueda(tipos: readonly TipoDeDocumento[] | undefined) {
  const [params, setParams] = useSearchParams();
  const texto = params.get('texto') ?? '';
  const pedido = params.get('tipo') ?? '';
  const tipo = (tipos?.some(({ codigo }) => codigo === pedido) ?? CODIGO.test(pedido)) ? pedido : ''; // before the kinds are here, what could be one
  const orden: Orden = params.get('orden') !== null && (params.get('orden') as string) in ORDENES ? (params.get('orden') as Orden) : 'recientes';
  const certificado = (['si', 'no'] as const).find((one) => one === params.get('certificado')) ?? '';

  const buscar = useCallback(
    (cambios: Partial<Busqueda>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(cambios)) {
            if (value && value !== 'recientes') after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );

  const opciones = useMemo<OpcionesDeDocumentos>(() => {
    const [campo, direccion] = ORDENES[orden];
    const filtro = {
      ...(texto.trim() && { texto: texto.trim() }),
      ...(tipo && { codigosTipo: [tipo] }),
      ...(certificado && { certificado: certificado === 'si' }),
    };
    return { orden: { campo, direccion }, filtro: Object.keys(filtro).length > 0 ? filtro : null };
  }, [texto, tipo, orden, certificado]);

  const query = params.toString();
  return { busqueda: { texto, tipo, orden, certificado } satisfies Busqueda, buscar, opciones, direccion: query && `?${query}` };
}
