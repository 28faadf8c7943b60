import type { Falla } from '@carpeta-ciudadana/cliente';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import type { Aviso } from '../../shared/ui/estado';
import { textos as deCarga } from './textos';

/** What the server finds wrong with the file itself it says to developers: in bytes, and by MIME types. People are told it here. */
export function useDeArchivo(): (falla: Falla) => Aviso {
  const { carga: textos } = useTextosDe(deCarga);
  const { bytes } = useFormatos();
  const dicho = ({ campo, mensaje }: NonNullable<Falla['campos']>[number]) => {
    if (campo.endsWith('tipoContenido')) return textos.tipoNoSirve;
    const hasta = campo.endsWith('tamanoBytes') && /(\d+) bytes/.exec(mensaje)?.[1];
    return hasta ? textos.demasiadoGrande(bytes(Number(hasta))) : undefined;
  };
  return (falla) => {
    const campos = falla.campos ?? [];
    const deArchivo = campos.flatMap((one) => dicho(one) ?? []);
    if (deArchivo.length === 0) return falla;
    return { mensaje: deArchivo.join(' '), campos: campos.filter((one) => dicho(one) === undefined) };
  };
}
