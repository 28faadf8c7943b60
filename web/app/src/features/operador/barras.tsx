interface Valor {
  nombre: string;
  valor: number;
}

const ROW = 28;
const WIDTH = 320;

/** How many there are of each kind, as bars and as text. */
export function Barras({ titulo, valores }: { titulo: string; valores: Valor[] }) {
  const most = Math.max(...valores.map(({ valor }) => valor), 1);
  return (
    <figure className="barras">
      <figcaption>{titulo}</figcaption>
      <svg role="img" aria-label={valores.map(({ nombre, valor }) => `${nombre}: ${valor}`).join(', ')} viewBox={`0 0 ${WIDTH} ${valores.length * ROW}`}>
        {valores.map(({ nombre, valor }, row) => (
          <g key={nombre} transform={`translate(0 ${row * ROW})`}>
            <rect className="barra" y={4} width={Math.max((valor / most) * (WIDTH - 40), 2)} height={ROW - 8} rx={3} />
            <text x={6} y={ROW / 2 + 4}>
              {nombre}
            </text>
            <text className="cuantos" x={WIDTH - 4} y={ROW / 2 + 4}>
              {valor}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
