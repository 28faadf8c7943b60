import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import { codegen } from '../packages/cliente/src/codegen.js';

const SCHEMA = '../../schema/*.graphqls';

/**
 * What is generated for a folder, from the operations of that folder alone. They ask for the types themselves: where they
 * are named by their hash, Apollo Client can add nothing.
 */
function generated(folder: string, documents: string[]) {
  const output = `${folder}/generado/`;
  return { [output]: { ...codegen({ schema: SCHEMA, documents, output }).generates[output], documents, documentTransforms: [addTypenameSelectionDocumentTransform] } };
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
