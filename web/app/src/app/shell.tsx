import { useNovedades, useSesion } from '@carpeta-ciudadana/react';
import { Suspense, useState } from 'react';
import { Route, Switch, useRoute } from 'wouter';
import { DocumentosPage } from '../features/documentos/documentos-page';
import { Confirmacion, EliminarProvider } from '../shared/eliminar/eliminar';
import { useTextos } from '../shared/i18n/i18n';
import { useIdentidad } from '../shared/identidad';
import { ListaProvider } from '../shared/lista';
import type { Access } from '../shared/session/access';
import { useAnnounce, useSilenceAfter } from '../shared/ui/announcer';
import { Boton, EnlaceBoton } from '../shared/ui/boton';
import { Icono } from '../shared/ui/icono';
import { later, Llegando, usePrefetched } from '../shared/ui/later';
import { Marco } from '../shared/ui/marco';
import { Pagina } from '../shared/ui/pagina';
import { ResguardoDePantalla } from '../shared/ui/resguardo';
import { Connection } from './connection';
import { VerificarPage } from './verificar';

// What the first screen does not need.
const DetallePage = later(() => import('../features/detalle/detalle-page').then((m) => m.DetallePage));
const PapeleraPage = later(() => import('../features/eliminaciones/papelera-page').then((m) => m.PapeleraPage));
const CompartidosPage = later(() => import('../features/compartidos/compartidos-page').then((m) => m.CompartidosPage));
const SolicitudPage = later(() => import('../features/compartidos/solicitud-page').then((m) => m.SolicitudPage));
const CuantasSolicitudes = later(() => import('../features/compartidos/pedida').then((m) => m.CuantasSolicitudes));
const AccesosPage = later(() => import('../features/accesos/accesos-page').then((m) => m.AccesosPage));
const Terminada = later(() => import('../shared/session/terminada').then((m) => m.Terminada));
const CargaPage = later(() => import('../features/carga/carga-page').then((m) => m.CargaPage));

// For those who build screens.
const ComponentesPage = later(() => import('./componentes/componentes-page').then((m) => m.ComponentesPage));
const Mas = later(() => import('./mas').then((m) => m.Mas));

const SOON = [Mas, DetallePage, CargaPage, Confirmacion, Terminada, PapeleraPage, AccesosPage, CompartidosPage, SolicitudPage];

/** What is around every screen: name, sections, the person, the state of the connection. */
export function Shell({ access, leave }: { access: Access; leave: () => void }) {
  const { menu, sesion } = useTextos();
  const { nombre } = useIdentidad();
  const conexion = useNews();
  useSilenceAfter();
  const { terminada } = useSesion();
  usePrefetched(SOON);
  return (
    <ListaProvider>
      <EliminarProvider>
        <Marco
          nombre={nombre}
          etiqueta={access.kind === 'demo' && sesion.esDemo}
          secciones={[
            { href: '/', debajo: '/documentos/:id', texto: menu.documentos, icono: 'carpeta' },
            {
              href: '/compartidos',
              debajo: '/solicitudes/:id',
              texto: menu.compartidos,
              icono: 'compartidos',
              marca: (
                <Suspense>
                  <CuantasSolicitudes />
                </Suspense>
              ),
            },
            { href: '/actividad', texto: menu.actividad, icono: 'actividad' },
            { href: '/papelera', texto: menu.papelera, icono: 'papelera', soloAncho: true },
            { href: '/verificar', texto: menu.verificar, icono: 'verificar', soloAncho: true },
          ]}
          mas={<BotonMas leave={leave} />}
          fin={
            <Boton clase="discreto" onPress={leave}>
              {sesion.salir}
            </Boton>
          }
          aviso={<Connection conexion={conexion} />}
        >
          <Llegando pantalla>
            <ResguardoDePantalla>
              <Screens demo={access.kind === 'demo'} />
            </ResguardoDePantalla>
            <Uploads />
          </Llegando>
        </Marco>
        {terminada && (
          <Suspense>
            <Terminada access={access} leave={leave} />
          </Suspense>
        )}
      </EliminarProvider>
    </ListaProvider>
  );
}

/** The last place of a telephone's bar. */
function BotonMas({ leave }: { leave: () => void }) {
  const { menu } = useTextos();
  const [abierto, setAbierto] = useState(false);
  return (
    <>
      <button type="button" className="seccion solo-angosto" aria-haspopup="dialog" onClick={() => setAbierto(true)}>
        <Icono nombre="mas" />
        {menu.mas}
      </button>
      {abierto && (
        <Suspense>
          <Mas leave={leave} cerrar={() => setAbierto(false)} />
        </Suspense>
      )}
    </>
  );
}

function Screens({ demo }: { demo: boolean }) {
  const { noExiste, menu } = useTextos();
  return (
    <Switch>
      <Route path="/">
        <DocumentosPage />
      </Route>
      <Route path="/documentos/:id">{({ id }) => <DetallePage key={id} id={decodeURIComponent(id)} />}</Route>
      <Route path="/subir">{null}</Route>
      <Route path="/papelera">
        <PapeleraPage />
      </Route>
      <Route path="/compartidos">
        <CompartidosPage />
      </Route>
      <Route path="/solicitudes/:id">{({ id }) => <SolicitudPage key={id} id={decodeURIComponent(id)} />}</Route>
      <Route path="/actividad">
        <AccesosPage />
      </Route>
      <Route path="/verificar">
        <VerificarPage />
      </Route>
      {demo && (
        <Route path="/_componentes">
          <ComponentesPage />
        </Route>
      )}
      <Route>
        <Pagina titulo={noExiste.titulo}>
          <p>{noExiste.texto}</p>
          <EnlaceBoton clase="principal" href="/">
            {menu.documentos}
          </EnlaceBoton>
        </Pagina>
      </Route>
    </Switch>
  );
}

/** Once opened, it stays: uploads go on while the person looks at something else. */
function Uploads() {
  const [shown] = useRoute('/subir');
  const [opened, setOpened] = useState(shown);
  if (shown && !opened) setOpened(true);
  return opened && <CargaPage shown={shown} />;
}

/** Tells what happens in the folder, and how the page is connected. */
function useNews() {
  const { novedades } = useTextos();
  const announce = useAnnounce();
  const { conexion } = useNovedades(({ tipo, documento }) => {
    if (tipo === 'LLEGO' && documento) announce(novedades.llego(documento.titulo));
    if (tipo === 'SE_FUE') announce(novedades.seFue);
    if (tipo === 'DESBLOQUEADO' && documento) announce(novedades.volvio(documento.titulo));
  });
  return conexion;
}
