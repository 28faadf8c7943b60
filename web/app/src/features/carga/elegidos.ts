import type { ArchivoElegido } from '@carpeta-ciudadana/cliente';
import type { TipoDocumento } from '@carpeta-ciudadana/cliente/operaciones';
import { useCallback, useState } from 'react';

/** A file that the person chose, and what they say of it. */
export interface Elegido extends ArchivoElegido {
  clave: string;
  titulo: string;
  tipo: TipoDocumento;
}

let keys = 0;

/** What of the last choice cannot be sent: a folder, and files without content, by their names. */
export interface Rechazo {
  carpeta: boolean;
  vacios: string[];
}

/** The files that wait to be sent, and what of the last choice does not. */
export function useElegidos() {
  const [elegidos, setElegidos] = useState<Elegido[]>([]);
  const [rechazo, setRechazo] = useState<Rechazo>();

  const elegir = useCallback((archivos: ArchivoElegido[], carpeta = false) => {
    const full = archivos.filter(({ archivo }) => archivo.size > 0);
    const vacios = archivos.filter(({ archivo }) => archivo.size === 0).map(({ archivo }) => archivo.name);
    setRechazo(carpeta || vacios.length > 0 ? { carpeta, vacios } : undefined);
    setElegidos((all) => [...all, ...full.map((one) => ({ ...one, clave: `elegido-${++keys}`, titulo: tituloDe(one.archivo), tipo: 'OTRO' as const }))]);
  }, []);
  const cambiar = useCallback((clave: string, cambios: Partial<Pick<Elegido, 'titulo' | 'tipo'>>) => {
    setElegidos((all) => all.map((one) => (one.clave === clave ? { ...one, ...cambios } : one)));
  }, []);
  const quitar = useCallback((clave: string) => setElegidos((all) => all.filter((one) => one.clave !== clave)), []);

  return { elegidos, elegir, cambiar, quitar, rechazo };
}

/** The name of the file, without its ending. */
export function tituloDe({ name }: File): string {
  return name.replace(/\.[^.]{1,5}$/, '').replace(/_/g, ' ').slice(0, 200);
}
