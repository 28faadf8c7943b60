import { useNovedades, useSesion } from '@carpeta-ciudadana/react';
import { Suspense, useState } from 'react';
import { Route, Switch, useRoute } from 'wouter';
import { DocumentosPage } from '../features/documentos/documentos-page';
import { Confirmacion, EliminarProvider } from '../shared/eliminar/eliminar';
import { useTextos } from '../shared/i18n/i18n';
import type { Access } from '../shared/session/access';
import { useAnnounce, useSilenceAfter } from '../shared/ui/announcer';
import { Boton } from '../shared/ui/boton';
import { later, Llegando, usePrefetched } from '../shared/ui/later';
import { Marco } from '../shared/ui/marco';
import { Pagina } from '../shared/ui/pagina';
import { ResguardoDePantalla } from '../shared/ui/resguardo';
import { Connection } from './connection';
import { VerificarPage } from './verificar';

// What the first screen does not need.
const DetallePage = later(() => import('../features/detalle/detalle-page').then((m) => m.DetallePage));
const EliminacionesPage = later(() => import('../features/eliminaciones/eliminaciones-page').then((m) => m.EliminacionesPage));
const AccesosPage = later(() => import('../features/accesos/accesos-page').then((m) => m.AccesosPage));
const Terminada = later(() => import('../shared/session/terminada').then((m) => m.Terminada));
const CargaPage = later(() => import('../features/carga/carga-page').then((m) => m.CargaPage));

const SOON = [DetallePage, CargaPage, Confirmacion, Terminada, EliminacionesPage, AccesosPage];

/** What is around every screen: name, sections, the person, the state of the connection. */
export function Shell({ access, leave }: { access: Access; leave: () => void }) {
  const { nombre, menu, sesion } = useTextos();
  const conexion = useNews();
  useSilenceAfter();
  const { terminada } = useSesion();
  usePrefetched(SOON);
  return (
    <EliminarProvider>
      <Marco
        nombre={nombre}
        marca={access.kind === 'demo' && sesion.esDemo}
        secciones={[
          { href: '/', texto: menu.documentos },
          { href: '/subir', texto: menu.subir },
          { href: '/eliminaciones', texto: menu.eliminaciones },
          { href: '/accesos', texto: menu.accesos },
          { href: '/verificar', texto: menu.verificar },
        ]}
        fin={
          <Boton clase="discreto" onPress={leave}>
            {sesion.salir}
          </Boton>
        }
        aviso={<Connection conexion={conexion} />}
      >
        <Llegando pantalla>
          <ResguardoDePantalla>
            <Screens />
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
  );
}

function Screens() {
  const { noExiste } = useTextos();
  return (
    <Switch>
      <Route path="/">
        <DocumentosPage />
      </Route>
      <Route path="/documentos/:id">{({ id }) => <DetallePage key={id} id={decodeURIComponent(id)} />}</Route>
      <Route path="/subir">{null}</Route>
      <Route path="/eliminaciones">
        <EliminacionesPage />
      </Route>
      <Route path="/accesos">
        <AccesosPage />
      </Route>
      <Route path="/verificar">
        <VerificarPage />
      </Route>
      <Route>
        <Pagina titulo={noExiste.titulo}>
          <p>{noExiste.texto}</p>
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

/** Follows the folder for the whole page, and tells what happens in it. */
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
