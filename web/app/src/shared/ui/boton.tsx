import { Button, type ButtonProps } from 'react-aria-components/Button';
import { Link, type LinkProps } from 'wouter';
import './boton.css';

type Clase = 'principal' | 'peligro' | 'cuidado' | 'discreto';

export type BotonProps = Omit<ButtonProps, 'className' | 'isPending'> & {
  clase?: Clase;
  /** What it began is under way: it keeps the focus, and does nothing. */
  ocupado?: boolean;
};

const classOf = (clase: Clase | undefined, ocupado = false) => ['boton', clase, ocupado && 'ocupado'].filter(Boolean).join(' ');

/** A button of the application. React Aria's own isPending leaves an image without a name behind when the button goes. */
export function Boton({ clase, ocupado = false, onPress, ...props }: BotonProps) {
  return <Button {...props} className={classOf(clase, ocupado)} {...(onPress && !ocupado && { onPress })} />;
}

/** A link that looks like a button: it leads to the next screen of what the person does. */
export function EnlaceBoton({ clase, href, children }: { clase?: Clase; href: string; children: LinkProps['children'] }) {
  return (
    <Link className={classOf(clase)} href={href}>
      {children}
    </Link>
  );
}
