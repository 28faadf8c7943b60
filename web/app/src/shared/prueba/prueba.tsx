import { toFalla } from '@carpeta-ciudadana/cliente';
import { useState, type ReactNode } from 'react';
import { useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Aviso } from '../ui/estado';
import { useGuardaFoco } from '../ui/foco';
import { guardarArchivo } from '../ui/guardar-archivo';
import { textos as dePrueba } from './textos';

interface PruebaProps {
  /** Part of the names of the files. */
  eventoId: string;
  /** What it is called, and what it is for: a receipt, or the proof of any event. */
  textos: { obtener: string; obtenerDe: string; de: string; explicacion: string };
  /** Asks the server for it; that has it sealed. */
  pedir: () => Promise<Pedida | null | undefined>;
  /** Beside the files. */
  children?: ReactNode;
}

export interface Pedida {
  evento: string;
  sello?: { prueba: string; llaves: string } | null;
  sinSello?: string | null;
}

/** A seal is on its way for some seconds. */
const TRIES = 30;
const PAUSE = 2_000;

/** A proof: three files that anybody can verify, years later and without this server. */
export function Prueba({ eventoId, textos, pedir, children }: PruebaProps) {
  const comunes = useTextosDe(dePrueba);
  const [busy, setBusy] = useState(false);
  const [archivos, setArchivos] = useState<Record<'evento' | 'prueba' | 'llaves', string>>();
  const [falla, setFalla] = useState<Aviso>();
  const guarda = useGuardaFoco<HTMLDivElement>();

  const ask = async () => {
    for (let i = 0; i < TRIES; i++) {
      const pedida = await pedir();
      if (pedida?.sello) return setArchivos({ evento: pedida.evento, prueba: pedida.sello.prueba, llaves: pedida.sello.llaves });
      if (pedida?.sinSello !== 'SIN_SELLAR') return setFalla({ mensaje: comunes.sinSello });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    setFalla({ mensaje: comunes.tarda });
  };

  const get = async () => {
    setBusy(true);
    setFalla(undefined);
    try {
      await ask();
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setBusy(false);
    }
  };

  if (!archivos) {
    return (
      <div {...guarda}>
        <Boton ocupado={busy} aria-label={textos.obtenerDe} onPress={() => void get()}>
          {busy ? comunes.obteniendo : textos.obtener}
        </Boton>
        {falla && <Aviso falla={falla} />}
      </div>
    );
  }
  return (
    <div role="group" aria-label={textos.de} {...guarda}>
      <p>{textos.explicacion}</p>
      <div className="botones">
        {(['evento', 'prueba', 'llaves'] as const).map((parte) => (
          <Boton key={parte} onPress={() => guardarArchivo(`${parte}-${eventoId}.txt`, archivos[parte])}>
            {comunes.archivos[parte]}
          </Boton>
        ))}
      </div>
      {children}
    </div>
  );
}
