import { Button, type ButtonProps } from 'react-aria-components/Button';

export type BotonProps = Omit<ButtonProps, 'className' | 'isPending'> & {
  clase?: 'principal' | 'peligro' | 'discreto';
  /** What it began is under way: it keeps the focus, and does nothing. */
  ocupado?: boolean;
};

/** A button of the application. React Aria's own isPending leaves an image without a name behind when the button goes. */
export function Boton({ clase, ocupado = false, onPress, ...props }: BotonProps) {
  return <Button {...props} className={`boton ${clase ?? ''} ${ocupado ? 'ocupado' : ''}`} {...(onPress && !ocupado && { onPress })} />;
}
