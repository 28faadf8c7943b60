import type { Ingreso } from '@carpeta-ciudadana/cliente';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import type { Access } from './access';
import { Volver } from './volver';

/** Its texts come with it. */
const textos = {
  es: {
    deNuevo: 'Identifíquese de nuevo',
    deNuevoTexto: 'Lo que pidió requiere que se identifique otra vez. Todavía no se ha hecho nada; después podrá confirmarlo.',
  },
  en: {
    deNuevo: 'Sign in again',
    deNuevoTexto: 'What you asked for requires you to sign in again. Nothing was done yet; afterwards you can confirm it.',
  },
};

interface IdentificacionProps {
  access: Access;
  ingreso: Ingreso;
  volver: () => void;
  cancelar: () => void;
}

/** For what needs a more recent sign-in than the person's, or one at another level. */
export function Identificacion({ cancelar, ...rest }: IdentificacionProps) {
  const { cancelar: cancel } = useTextos();
  const { deNuevo, deNuevoTexto } = useTextosDe(textos);
  return (
    <Volver {...rest} titulo={deNuevo} texto={deNuevoTexto} cancelar={cancelar}>
      <Boton onPress={cancelar}>{cancel}</Boton>
    </Volver>
  );
}
