import { useTextos } from '../shared/i18n/i18n';
import { SessionGate } from '../shared/session/gate';
import { OpenToAll } from './open-to-all';
import { SignedIn } from './signed-in';

const ROL = 'ciudadano';

/** The application of citizens, from signing in to signing out. A visitor of the demonstration is inside at once. */
export function Citizen() {
  const { sesion } = useTextos();
  return (
    <SessionGate titulo={sesion.titulo} salida={sesion.saliste} visitantes={[{ rol: ROL, texto: sesion.demo }]} otraPuerta={{ href: '/app/operador', texto: sesion.consola }} alInstante={ROL} openToAll={<OpenToAll />}>
      {(access, leave, { porManifiesto }) => <SignedIn access={access} leave={leave} porManifiesto={porManifiesto} />}
    </SessionGate>
  );
}
