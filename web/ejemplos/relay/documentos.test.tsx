import { Suspense } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { describe } from 'vitest';
import { behavesAsAList } from '../behaves-as-a-list.js';
import { Documentos } from './documentos.js';
import { createEnvironment } from './environment.js';

describe('a list of documents with Relay', () => {
  behavesAsAList((api) => (
    <RelayEnvironmentProvider environment={createEnvironment(api)}>
      <Suspense fallback="Cargando…">
        <Documentos />
      </Suspense>
    </RelayEnvironmentProvider>
  ), 'documentosEliminarMutation');
});
