import { useTextos } from '../shared/i18n/i18n';
import { useIdentidad } from '../shared/identidad';
import { EnlaceBoton } from '../shared/ui/boton';
import { Llegando } from '../shared/ui/later';
import { Marco } from '../shared/ui/marco';
import { VerificarPage } from './verificar';

/** The one screen that needs no session: whoever is shown a receipt need not have a folder. */
export function OpenToAll() {
  const { sesion } = useTextos();
  const { nombre } = useIdentidad();
  const wayIn = (
    <EnlaceBoton clase="discreto" href="/">
      {sesion.entrar}
    </EnlaceBoton>
  );
  return (
    <Marco nombre={nombre} fin={wayIn}>
      <Llegando pantalla>
        <VerificarPage />
      </Llegando>
    </Marco>
  );
}
