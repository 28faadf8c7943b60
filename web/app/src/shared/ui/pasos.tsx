import { useTextos } from '../i18n/i18n';
import './pasos.css';

interface PasosProps {
  titulo: string;
  pasos: readonly string[];
  /** The one that is under way; those before it are done. As many as there are: all are done. */
  actual: number;
}

/** How far something is that takes its steps one after the other. */
export function Pasos({ titulo, pasos, actual }: PasosProps) {
  const { hecho } = useTextos();
  return (
    <ol className="pasos" aria-label={titulo}>
      {pasos.map((paso, i) => (
        <li key={paso} className={i < actual ? 'hecho' : ''} {...(i === actual && { 'aria-current': 'step' as const })}>
          {paso}
          {i < actual && <span className="oculto">, {hecho}</span>}
        </li>
      ))}
    </ol>
  );
}
