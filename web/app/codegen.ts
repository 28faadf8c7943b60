import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegen } from '../packages/cliente/src/codegen.js';

const SCHEMA = '../../schema/*.graphqls';

/** What is generated for a folder, from the operations of that folder alone. */
function generated(folder: string, documents: string[]) {
  const output = `${folder}/generado/`;
  return { [output]: { ...codegen({ schema: SCHEMA, documents, output }).generates[output], documents } };
}

/** What the application asks beside the operations of the kit: citizens, and the console. */
const config: CodegenConfig = {
  schema: SCHEMA,
  generates: {
    ...generated('src/shared', ['src/shared/operaciones/*.graphql']),
    ...generated('src/features/operador', ['src/features/operador/operaciones/*.graphql', 'src/shared/operaciones/eliminacion.graphql']),
  },
};

export default config;
