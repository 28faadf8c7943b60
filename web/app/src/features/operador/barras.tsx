import { useId } from 'react';

export interface Valor {
  nombre: string;
  valor: number;
  /** What is written at the bar, where that is more than the number. */
  dicho?: string | undefined;
}

interface BarrasProps {
  titulo: string;
  /** What the names are of, and the numbers: the heads of the table. */
  columnas: { nombre: string; valor: string };
  valores: Valor[];
}

/** In pixels: a line of text, and its bar below. */
const ROW = 36;
const BAR = 8;
/** More letters do not fit beside a number on a small telephone. The table has them all. */
const LETTERS = 24;

/** Numbers as bars; and as a table, for those who do not see the bars. */
export function Barras({ titulo, columnas, valores }: BarrasProps) {
  const id = useId();
  const most = Math.max(...valores.map(({ valor }) => valor), 1);
  return (
    <figure className="barras" aria-labelledby={id}>
      <figcaption id={id}>{titulo}</figcaption>
      <svg aria-hidden="true" height={valores.length * ROW}>
        {valores.map(({ nombre, valor, dicho }, row) => (
          <g key={nombre} transform={`translate(0 ${row * ROW})`}>
            <text y={16}>{nombre.length > LETTERS ? `${nombre.slice(0, LETTERS - 1)}…` : nombre}</text>
            <text className="cuantos" x="100%" y={16}>
              {dicho ?? valor}
            </text>
            <line className="riel" x2="100%" y1={ROW - 8} y2={ROW - 8} />
            {valor > 0 && <rect className="barra" y={ROW - 8 - BAR / 2} width={`${Math.max((100 * valor) / most, 1)}%`} height={BAR} />}
          </g>
        ))}
      </svg>
      <div className="oculto">
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{columnas.nombre}</th>
              <th scope="col">{columnas.valor}</th>
            </tr>
          </thead>
          <tbody>
            {valores.map(({ nombre, valor, dicho }) => (
              <tr key={nombre}>
                <th scope="row">{nombre}</th>
                <td>{dicho ?? valor}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
