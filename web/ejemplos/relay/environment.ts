import type { Api } from '@carpeta-ciudadana/cliente';
import { createNetwork } from '@carpeta-ciudadana/cliente/relay';
import { Environment, RecordSource, Store } from 'relay-runtime';

export function createEnvironment(api: Api): Environment {
  return new Environment({ network: createNetwork(api), store: new Store(new RecordSource()) });
}
