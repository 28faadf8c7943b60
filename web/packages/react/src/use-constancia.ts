import { attempt, type Falla, type Resultado } from '@carpeta-ciudadana/cliente';
import { nombreDe, sellada, type Pedida } from '@carpeta-ciudadana/cliente/interno';
import { ConstanciaDocument } from '@carpeta-ciudadana/cliente/operaciones';
import { useRef, useState } from 'react';
import { useCarpetaClient } from './context.js';

export interface Prueba {
  /** One file that anybody can verify, years later and without the server; undefined until it is sealed. Keep every byte. */
  archivo: File | undefined;
  /** It is being sealed, which takes some seconds. */
  cargando: boolean;
  falla: Falla | undefined;
  /** Asks for the file: the server seals it then. Twice is once. */
  pedir: () => Promise<Resultado<File>>;
}

/** The receipt of a deletion that is COMPLETADA, by its eventoId. The file is named after the day and `titulo`. */
export function useConstancia(eventoId: string, { titulo = eventoId }: { titulo?: string } = {}): Prueba {
  const { apollo } = useCarpetaClient();
  return usePrueba({
    clave: eventoId,
    nombre: () => nombreDe('constancia', titulo),
    consultar: async () => (await apollo.query({ query: ConstanciaDocument, variables: { eventoId }, fetchPolicy: 'no-cache' })).data?.constancia,
  });
}

export interface OpcionesDePrueba {
  /** Another one is another proof. */
  clave: string;
  /** The name of the file. */
  nombre: () => string;
  /** Asks the API, also again while the seal is on its way. */
  consultar: () => Promise<Pedida | null | undefined>;
}

/** A proof that you ask for by an operation of your own, such as pruebaDeEvento. */
export function usePrueba({ clave, nombre, consultar }: OpcionesDePrueba): Prueba {
  const { session } = useCarpetaClient();
  const [last, setLast] = useState<{ clave: string } & Partial<Resultado<File>>>();
  const underWay = useRef<{ clave: string; fin: Promise<Resultado<File>> }>(undefined);

  const pedir = () => {
    if (underWay.current?.clave === clave) return underWay.current.fin;
    setLast({ clave });
    const fin = attempt(() => sellada(consultar, nombre(), session)).then((resultado) => {
      if (underWay.current === mine) underWay.current = undefined;
      setLast((before) => (before?.clave === clave ? { clave, ...resultado } : before));
      return resultado;
    });
    const mine = (underWay.current = { clave, fin });
    return fin;
  };

  const { valor: archivo, falla } = last?.clave === clave ? last : {};
  return { archivo, cargando: last?.clave === clave && !archivo && !falla, falla, pedir };
}
