import { explorerPlugin } from '@graphiql/plugin-explorer';
import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL } from 'graphiql';
import { useMemo } from 'react';
import type { Ajustes } from './ajustes';
import { ejemplos } from './ejemplos';
import { Encadenar } from './encadenar';
import { crearFetcher } from './fetcher';
import { prepararMemoria } from './memoria';
import { encabezados, Personas } from './personas';

const PLUGINS = [explorerPlugin(), HISTORY_PLUGIN];

export function Explorador({ ajustes }: { ajustes: Ajustes }) {
  const propiedades = useMemo(() => {
    const pestanas = ejemplos(ajustes);
    return {
      fetcher: crearFetcher(ajustes.graphqlPath),
      defaultTabs: pestanas,
      storage: prepararMemoria(pestanas),
      defaultHeaders: ajustes.token && encabezados(ajustes.token),
    };
  }, [ajustes]);

  return (
    <GraphiQL {...propiedades} plugins={PLUGINS} schemaDescription showPersistHeadersSettings={false} defaultEditorToolsVisibility="variables">
      <GraphiQL.Logo><h1>Carpeta Ciudadana</h1></GraphiQL.Logo>
      <GraphiQL.Footer>
        <Pie {...ajustes} />
      </GraphiQL.Footer>
      <Encadenar />
    </GraphiQL>
  );
}

function Pie({ perfil, token, personas }: Ajustes) {
  return (
    <p className="pie">
      {perfil && <>Perfil <strong>{perfil}</strong>. </>}
      {personas && <Personas personas={personas} />}
      {token ? 'Su token de demostración ya está en «Headers».' : <SinToken perfil={perfil} />}
      {' '}Con Ctrl-M, la tecla Tab sale de un editor.
    </p>
  );
}

function SinToken({ perfil }: Pick<Ajustes, 'perfil'>) {
  return (
    <>
      Sin token: pida uno {perfil === 'distributed' ? 'a su emisor de identidad' : <>con <code>carpeta token emitir --sub ID --rol ciudadano</code></>}{' '}
      y péguelo en «Headers» como <code>{'{"Authorization": "Bearer …"}'}</code>.
    </>
  );
}
