import type { ReactNode } from 'react';
import './datos.css';

/** Names and what they are, as a list; what is empty is left out. */
export function Datos({ filas }: { filas: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="datos">
      {filas
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
