import { Button, type ButtonProps } from 'react-aria-components/Button';

export type BotonProps = Omit<ButtonProps, 'className'> & { clase?: 'principal' | 'peligro' | 'discreto' };

/** A button of the application. */
export function Boton({ clase, ...props }: BotonProps) {
  return <Button {...props} className={`boton ${clase ?? ''}`} />;
}
