import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegen } from '../packages/cliente/src/codegen.js';

const SCHEMA = '../../schema/*.graphqls';
const shared = codegen({ schema: SCHEMA, documents: 'src/shared/operaciones/*.graphql', output: 'src/shared/generado/' });
const operador = codegen({ schema: SCHEMA, documents: [], output: 'src/features/operador/generado/' });

/** What the application asks beside the operations of the kit: citizens, and the console of an operador. */
const config: CodegenConfig = {
  ...shared,
  generates: {
    ...shared.generates,
    'src/features/operador/generado/': {
      ...operador.generates['src/features/operador/generado/'],
      documents: 'src/features/operador/operaciones/*.graphql',
    },
  },
};

export default config;
