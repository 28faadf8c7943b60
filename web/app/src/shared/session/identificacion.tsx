import type { Ingreso } from '@carpeta-ciudadana/cliente';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import type { Access } from './access';
import { textos } from './textos';
import { Volver } from './volver';

interface IdentificacionProps {
  access: Access;
  ingreso: Ingreso;
  volver: () => void;
  cancelar: () => void;
}

/** For what needs a more recent sign-in than the person's, or one at another level. */
export function Identificacion({ cancelar, ...rest }: IdentificacionProps) {
  const { cancelar: cancel } = useTextos();
  const { deNuevo, deNuevoTexto } = useTextosDe(textos).sesion;
  return (
    <Volver {...rest} titulo={deNuevo} texto={deNuevoTexto} cancelar={cancelar}>
      <Boton onPress={cancelar}>{cancel}</Boton>
    </Volver>
  );
}
