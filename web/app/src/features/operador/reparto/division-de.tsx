import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { useMomento } from '../al-dia';
import { frasesDe, seDice, type Division } from './division';
import { textos as deReparto } from './textos';

/** The operadores whose indexes are divided, and what goes on there. Nothing is shown where nobody is. */
export function Divisiones({ operadores }: { operadores: readonly { operadorId: string; division: Division }[] }) {
  const textos = useTextosDe(deReparto);
  const { numero } = useFormatos();
  const momento = useMomento();
  const divididos = operadores.filter(({ division }) => seDice(division));
  if (divididos.length === 0) return null;
  return (
    <section>
      <h2>{textos.divididos}</h2>
      <p className="detalle">{textos.queEsDividir}</p>
      <ul>
        {divididos.map(({ operadorId, division }) => (
          <li key={operadorId}>
            <strong>{operadorId}</strong>: {frasesDe(division, textos.division, { ahora: new Date(), numero, momento }).join(' ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
