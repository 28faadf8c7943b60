import type { ReactNode } from 'react';
import './renglon.css';

interface RenglonProps {
  icono: ReactNode;
  titulo: ReactNode;
  /** Below the title: whose it is, and what state it is in. */
  sub: ReactNode;
  /** At the side where there is room, else after what is below the title. */
  lados?: readonly string[];
  children?: ReactNode;
}

/** What a row of a list says of a document. */
export function Renglon({ icono, titulo, sub, lados = [], children }: RenglonProps) {
  return (
    <>
      {icono}
      <div className="fila-texto">
        <span className="fila-titulo">{titulo}</span>
        <span className="fila-sub">{sub}</span>
        {lados.map((lado, i) => (
          <span key={i} className="fila-lado">
            {lado}
          </span>
        ))}
      </div>
      {children}
    </>
  );
}
