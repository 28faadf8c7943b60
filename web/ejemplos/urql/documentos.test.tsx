import { clientOptions } from '@carpeta-ciudadana/cliente/urql';
import { Client, Provider } from 'urql';
import { describe } from 'vitest';
import { behavesAsAList } from '../behaves-as-a-list.js';
import { Documentos } from './documentos.js';

describe('a list of documents with urql', () => {
  behavesAsAList((api) => (
    <Provider value={new Client(clientOptions(api))}>
      <Documentos />
    </Provider>
  ), 'Eliminar');
});
