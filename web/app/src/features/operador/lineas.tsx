import { useId } from 'react';

export interface Linea {
  nombre: string;
  /** The line in words: who does not see it misses nothing. */
  dicho: string;
  /** Its path, in a box of 100 by 100. */
  trazo: string;
}

interface LineasProps {
  titulo: string;
  /** What is at the left edge of each line, and at the right one. */
  eje: { desde: string; hasta: string };
  lineas: readonly Linea[];
}

/** Numbers over time: each as a sentence, and as a line below it. All have one scale. */
export function Lineas({ titulo, eje, lineas }: LineasProps) {
  const id = useId();
  return (
    <figure className="lineas" aria-labelledby={id}>
      <figcaption id={id}>{titulo}</figcaption>
      <ul>
        {lineas.map(({ nombre, dicho, trazo }) => (
          <li key={nombre}>
            <p>{dicho}</p>
            <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
              <path className="riel" d="M0 100H100" />
              <path className="linea" d={trazo} />
            </svg>
          </li>
        ))}
      </ul>
      <p className="eje" aria-hidden="true">
        <span>{eje.desde}</span>
        <span>{eje.hasta}</span>
      </p>
    </figure>
  );
}
