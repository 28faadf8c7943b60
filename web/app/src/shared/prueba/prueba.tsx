import type { Prueba as DePrueba } from '@carpeta-ciudadana/react';
import type { ReactNode } from 'react';
import { useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Aviso } from '../ui/estado';
import { useGuardaFoco } from '../ui/foco';
import { guardarBlob } from '../ui/guardar-archivo';
import { textos as dePrueba } from './textos';

interface PruebaProps {
  /** What it is called, and what it is for: a receipt, or the proof of any event. */
  textos: { obtener: string; obtenerDe: string; de: string; explicacion: string };
  prueba: DePrueba;
  /** After what it is for: where it is verified. */
  children: ReactNode;
}

/** A proof: one file that anybody can verify, years later and without this server. */
export function Prueba({ textos, prueba: { archivo, cargando, falla, pedir }, children }: PruebaProps) {
  const comunes = useTextosDe(dePrueba);
  const guarda = useGuardaFoco<HTMLDivElement>();
  const get = async () => {
    const { valor } = await pedir();
    if (valor) guardar(valor);
  };

  if (!archivo) {
    return (
      <div {...guarda}>
        <Boton ocupado={cargando} aria-label={textos.obtenerDe} onPress={() => void get()}>
          {cargando ? comunes.obteniendo : textos.obtener}
        </Boton>
        {falla && <Aviso falla={falla} />}
      </div>
    );
  }
  return (
    <div role="group" aria-label={textos.de} {...guarda}>
      <p role="status">
        {comunes.guardado(archivo.name)} {textos.explicacion}
      </p>
      <div className="botones">
        <Boton onPress={() => guardar(archivo)}>{comunes.otraVez}</Boton>
        {children}
      </div>
    </div>
  );
}

const guardar = (archivo: File) => guardarBlob(archivo.name, archivo);
