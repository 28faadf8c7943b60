import { useId } from 'react';
import './casilla.css';

interface CasillaProps {
  nombre: string;
  valor: boolean;
  cambiar: (valor: boolean) => void;
  /** What is good to know before. */
  ayuda?: string;
}

/** A choice of yes or no. */
export function Casilla({ nombre, valor, cambiar, ayuda }: CasillaProps) {
  const id = useId();
  return (
    <div className="si-o-no">
      <label>
        <input type="checkbox" checked={valor} aria-describedby={ayuda && `${id}-ayuda`} onChange={(event) => cambiar(event.target.checked)} />
        {nombre}
      </label>
      {ayuda && (
        <p id={`${id}-ayuda`} className="detalle">
          {ayuda}
        </p>
      )}
    </div>
  );
}
