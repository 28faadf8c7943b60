import type { ReactNode, Ref } from 'react';
import './emergente.css';

interface EmergenteProps {
  titulo: string;
  ref?: Ref<HTMLElement>;
  tabIndex?: number;
  onFocus?: () => void;
  onBlur?: () => void;
  children: ReactNode;
}

/** A toast, as a part of the page that is in the reach of the keyboard: it can have buttons. */
export function Emergente({ titulo, ...props }: EmergenteProps) {
  return <section className="emergente" aria-label={titulo} {...props} />;
}
