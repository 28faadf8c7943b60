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

/** The files that wait to be sent, and why the last choice was not taken whole. */
export function useElegidos() {
  const [elegidos, setElegidos] = useState<Elegido[]>([]);
  const [rechazo, setRechazo] = useState<'carpeta' | 'vacio'>();

  const elegir = useCallback((archivos: ArchivoElegido[], carpeta = false) => {
    const full = archivos.filter(({ archivo }) => archivo.size > 0);
    setRechazo(carpeta ? 'carpeta' : full.length < archivos.length ? 'vacio' : undefined);
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
