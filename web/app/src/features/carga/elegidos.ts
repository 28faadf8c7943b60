import type { ArchivoElegido } from '@carpeta-ciudadana/cliente';
import { tipoDe } from './tipo-de';
import type { TipoDeDocumento } from '@carpeta-ciudadana/react';
import { useCallback, useState } from 'react';

/** A file that the person chose, and what they say of it. */
export interface Elegido extends ArchivoElegido {
  clave: string;
  titulo: string;
  /** The code of its kind: what the person chose, or what its name says. */
  tipo: string;
}

let keys = 0;

/** What of the last choice cannot be sent: a folder, and files without content, or too large ones, by their names. */
export interface Rechazo {
  carpeta: boolean;
  vacios: string[];
  grandes: string[];
}

/** The files that wait to be sent, and what of the last choice does not. */
export function useElegidos(tipos: readonly TipoDeDocumento[] = [], tamanoMaximo = Infinity) {
  const [puestos, setElegidos] = useState<(Omit<Elegido, 'tipo'> & Partial<Pick<Elegido, 'tipo'>>)[]>([]);
  const [rechazo, setRechazo] = useState<Rechazo>();

  const elegir = useCallback((archivos: ArchivoElegido[], carpeta = false) => {
    const fits = archivos.filter(({ archivo }) => archivo.size > 0 && archivo.size <= tamanoMaximo);
    const named = (is: (size: number) => boolean) => archivos.filter(({ archivo }) => is(archivo.size)).map(({ archivo }) => archivo.name);
    const [vacios, grandes] = [named((size) => size === 0), named((size) => size > tamanoMaximo)];
    setRechazo(carpeta || vacios.length + grandes.length > 0 ? { carpeta, vacios, grandes } : undefined);
    setElegidos((all) => [...all, ...fits.map((one) => ({ ...one, clave: `elegido-${++keys}`, titulo: tituloDe(one.archivo) }))]);
  }, [tamanoMaximo]);
  const cambiar = useCallback((clave: string, cambios: Partial<Pick<Elegido, 'titulo' | 'tipo'>>) => {
    setElegidos((all) => all.map((one) => (one.clave === clave ? { ...one, ...cambios } : one)));
  }, []);
  const quitar = useCallback((clave: string) => setElegidos((all) => all.filter((one) => one.clave !== clave)), []);

  const elegidos = puestos.map((one): Elegido => ({ ...one, tipo: one.tipo ?? tipoDe(one.archivo.name, tipos) }));
  return { elegidos, elegir, cambiar, quitar, rechazo };
}

/** The name of the file, without its ending. */
export function tituloDe({ name }: File): string {
  return name.replace(/\.[^.]{1,5}$/, '').replace(/_/g, ' ').slice(0, 200);
}
