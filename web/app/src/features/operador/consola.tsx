import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { CarpetaProvider, useSesion } from '@carpeta-ciudadana/react';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { lenguaPedida, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import type { Access } from '../../shared/session/access';
import { claimsOf, permisosDe, type Claims } from '../../shared/session/claims';
import { OtraVezProvider } from '../../shared/session/otra-vez';
import { SessionGate } from '../../shared/session/gate';
import { useSilenceAfter } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Cargando } from '../../shared/ui/estado';
import { later, usePrefetched } from '../../shared/ui/later';
import { Marco } from '../../shared/ui/marco';
import { Pagina } from '../../shared/ui/pagina';
import { ResguardoDePantalla } from '../../shared/ui/resguardo';
import { AprobacionesPage } from './aprobaciones-page';
import { AtrasoPage } from './atraso/atraso-page';
import { CartasPage } from './cartas-page';
import { RecibidosPage } from './consentimiento/recibidos-page';
import { SolicitudesPage } from './consentimiento/solicitudes-page';
import { EliminacionesPage } from './eliminaciones-page';
import { EmitidosPage } from './emitidos/emitidos-page';
import { Finalidad, type Dicha } from './finalidad';
import { PuestoProvider, usePuesto, type Puesto } from './puesto';
import { RastroPage } from './rastro/rastro-page';
import { textos as deOperador } from './textos';
import './operador.css';

const Terminada = later(() => import('../../shared/session/terminada').then((m) => m.Terminada));
const SOON = [Terminada];

type Nombre = keyof ReturnType<typeof useMenu>;
const useMenu = () => useTextosDe(deOperador).menu;

/** The screens, and the roles that each is for; of an entity, those with one of the permissions. */
const SECCIONES: { href: string; nombre: Nombre; de: string[]; permisos?: string[]; Page: ComponentType }[] = [
  { href: '/', nombre: 'eliminaciones', de: ['operador', 'auditor'], Page: EliminacionesPage },
  { href: '/atraso', nombre: 'atraso', de: ['operador', 'auditor'], Page: AtrasoPage },
  { href: '/cartas', nombre: 'cartas', de: ['operador', 'auditor'], Page: CartasPage },
  { href: '/aprobaciones', nombre: 'aprobaciones', de: ['operador'], Page: AprobacionesPage },
  { href: '/entregas', nombre: 'entregas', de: ['entidad'], permisos: ['emision'], Page: EmitidosPage },
  { href: '/solicitudes', nombre: 'solicitudes', de: ['entidad'], permisos: ['solicitud', 'consulta'], Page: SolicitudesPage },
  { href: '/recibidos', nombre: 'recibidos', de: ['entidad'], permisos: ['consulta'], Page: RecibidosPage },
  { href: '/rastro', nombre: 'rastro', de: ['operador', 'auditor'], Page: RastroPage },
];

const suyas = (roles: readonly string[], suyos: readonly string[]) =>
  SECCIONES.filter(({ de, permisos }) => de.some((rol) => roles.includes(rol)) && (!permisos || permisos.some((one) => suyos.includes(one))));

/** The console of those who work for others, from signing in to signing out. */
export function Consola() {
  const { entrada } = useTextosDe(deOperador);
  const visitantes = [
    { rol: 'operador', texto: entrada.demo },
    { rol: 'entidad', texto: entrada.demoEntidad },
    { rol: 'auditor', texto: entrada.demoAuditor },
  ];
  return (
    <SessionGate titulo={entrada.titulo} salida={entrada.salida} visitantes={visitantes} otraPuerta={{ href: '/app/', texto: entrada.ciudadano }}>
      {(access, leave, { porManifiesto = false }) => <Dentro access={access} leave={leave} porManifiesto={porManifiesto} />}
    </SessionGate>
  );
}

interface DentroProps {
  access: Access;
  leave: () => void;
  porManifiesto: boolean;
}

/** Somebody who is signed in: what they may do here is in their token, and what they came for they say. */
function Dentro({ access, leave, porManifiesto }: DentroProps) {
  const [claims, setClaims] = useState<Claims>();
  const [finalidad, setFinalidad] = useState<Dicha | undefined>(access.kind === 'demo' ? {} : undefined);
  useEffect(() => {
    Promise.resolve(access.token({ renew: false })).then(
      (token) => setClaims(claimsOf(token ?? '')),
      () => setClaims({}),
    );
  }, [access]);
  if (!claims) return <Cargando />;
  const { roles = [], entidad } = claims;
  const permisos = permisosDe(claims);
  if (!finalidad && suyas(roles, permisos).length > 0) return <Finalidad continuar={setFinalidad} />;
  return <ConCliente access={access} leave={leave} porManifiesto={porManifiesto} roles={roles} entidad={entidad} permisos={permisos} dicha={finalidad ?? {}} />;
}

function says(finalidad: Dicha, nueva: Dicha) {
  for (const name of Object.keys(finalidad)) delete finalidad[name];
  Object.assign(finalidad, nueva);
}

/** One client for as long as somebody is signed in: leaving forgets all that it holds. */
function ConCliente({ access, leave, porManifiesto, roles, entidad, permisos, dicha }: DentroProps & Pick<Puesto, 'roles' | 'entidad' | 'permisos'> & { dicha: Dicha }) {
  const [finalidad] = useState(() => ({ ...dicha })); // one object: every request reads what it says by then
  const [operador, elegir] = useState('');
  const [cliente] = useState(() => createCarpetaClient({ token: access.token, persistedOperations: porManifiesto, headers: finalidad, idioma: lenguaPedida }));
  useEffect(() => () => cliente.close(), [cliente]);
  const puesto: Puesto = { roles, entidad, permisos, demo: access.kind === 'demo', finalidad, decir: (nueva) => says(finalidad, nueva), operador, elegir };
  return (
    <CarpetaProvider cliente={cliente} novedades={false}>
      <PuestoProvider value={puesto}>
        <OtraVezProvider access={access}>
          <Pantallas access={access} leave={leave} />
        </OtraVezProvider>
      </PuestoProvider>
    </CarpetaProvider>
  );
}

/** The screens of this person's roles, and what is around them. */
function Pantallas({ access, leave }: { access: Access; leave: () => void }) {
  const { sesion, noExiste } = useTextos();
  const { nombre, sinPapel } = useTextosDe(deOperador);
  const menu = useMenu();
  const { roles, permisos } = usePuesto();
  const { terminada } = useSesion();
  useSilenceAfter();
  usePrefetched(SOON);
  const secciones = suyas(roles, permisos);
  const first = secciones[0];
  const fin = (
    <Boton clase="discreto" onPress={leave}>
      {sesion.salir}
    </Boton>
  );
  return (
    <>
      <Marco nombre={nombre} etiqueta={access.kind === 'demo' && sesion.esDemo} secciones={secciones.map((one) => ({ href: one.href, texto: menu[one.nombre] }))} fin={fin}>
        <ResguardoDePantalla>
          <Switch>
            {secciones.map(({ href, Page }) => (
              <Route key={href} path={href}>
                <Page />
              </Route>
            ))}
            {first &&
              SECCIONES.map(({ href }) => (
                <Route key={href} path={href}>
                  <Redirect href={first.href} replace />
                </Route>
              ))}
            <Route>
              <Pagina titulo={first ? noExiste.titulo : sinPapel.titulo}>
                <p>{first ? sinPapel.otra : sinPapel.texto}</p>
              </Pagina>
            </Route>
          </Switch>
        </ResguardoDePantalla>
      </Marco>
      {terminada && (
        <Suspense>
          <Terminada access={access} leave={leave} />
        </Suspense>
      )}
    </>
  );
}
