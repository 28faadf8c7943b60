import type { Falla } from '@carpeta-ciudadana/cliente';
import type { ReactNode } from 'react';
import { useTextos } from '../i18n/i18n';
import { Boton } from './boton';

export function Cargando() {
  const { cargando } = useTextos();
  return (
    <p className="estado" role="status">
      {cargando}
    </p>
  );
}

/** A place without anything in it, and what would be there. */
export function Vacio({ titulo, children }: { titulo: string; children?: ReactNode }) {
  return (
    <div className="estado">
      <h2>{titulo}</h2>
      {children}
    </div>
  );
}

/** What went wrong, and what to do. */
export function Aviso({ falla, reintentar }: { falla: Pick<Falla, 'mensaje' | 'recuperacion'>; reintentar?: () => void }) {
  const textos = useTextos();
  return (
    <div className="aviso" role="alert">
      <p>
        {falla.mensaje} {falla.recuperacion}
      </p>
      {reintentar && <Boton onPress={reintentar}>{textos.reintentar}</Boton>}
    </div>
  );
}
