import type { ReactNode } from 'react';
import './tabla.css';

interface TablaProps {
  /** What it is a table of, for those who hear it. */
  titulo: string;
  columnas: readonly string[];
  filas: readonly { clave: string; celdas: readonly ReactNode[] }[];
}

/** Facts side by side. On a narrow screen each row is a small block. */
export function Tabla({ titulo, columnas, filas }: TablaProps) {
  return (
    <table className="tabla" aria-label={titulo}>
      <thead>
        <tr>
          {columnas.map((columna) => (
            <th key={columna} scope="col">
              {columna}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {filas.map(({ clave, celdas }) => (
          <tr key={clave}>
            {celdas.map((celda, i) => (
              <td key={columnas[i]}>{celda}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
