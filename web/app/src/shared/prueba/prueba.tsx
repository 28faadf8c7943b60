import { toFalla } from '@carpeta-ciudadana/cliente';
import { useState, type ReactNode } from 'react';
import { useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import { Aviso } from '../ui/estado';
import { useGuardaFoco } from '../ui/foco';
import { guardarArchivo } from '../ui/guardar-archivo';
import { archivoDe, nombreDe } from './archivo';
import { textos as dePrueba } from './textos';

interface PruebaProps {
  /** Begin of the file's name, and what follows the day. */
  que: string;
  sobre: string;
  /** What it is called, and what it is for: a receipt, or the proof of any event. */
  textos: { obtener: string; obtenerDe: string; de: string; explicacion: string };
  /** Asks the server for it; that has it sealed. */
  pedir: () => Promise<Pedida | null | undefined>;
  /** After what it is for: where it is verified. */
  children: ReactNode;
}

export interface Pedida {
  evento: string;
  sello?: { prueba: string; llaves: string } | null;
  sinSello?: string | null;
}

/** A seal is on its way for some seconds. */
const TRIES = 30;
const PAUSE = 2_000;

/** A proof: one file that anybody can verify, years later and without this server. */
export function Prueba({ que, sobre, textos, pedir, children }: PruebaProps) {
  const comunes = useTextosDe(dePrueba);
  const [busy, setBusy] = useState(false);
  const [archivo, setArchivo] = useState<{ nombre: string; texto: string }>();
  const [falla, setFalla] = useState<Aviso>();
  const guarda = useGuardaFoco<HTMLDivElement>();

  const ask = async () => {
    for (let i = 0; i < TRIES; i++) {
      const pedida = await pedir();
      if (pedida?.sello) {
        const sealed = { nombre: nombreDe(que, sobre), texto: archivoDe({ evento: pedida.evento, ...pedida.sello }) };
        guardarArchivo(sealed.nombre, sealed.texto);
        return setArchivo(sealed);
      }
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

  if (!archivo) {
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
      <p role="status">
        {comunes.guardado(archivo.nombre)} {textos.explicacion}
      </p>
      <div className="botones">
        <Boton onPress={() => guardarArchivo(archivo.nombre, archivo.texto)}>{comunes.otraVez}</Boton>
        {children}
      </div>
    </div>
  );
}
