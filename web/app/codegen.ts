import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegen } from '../packages/cliente/src/codegen.js';

/** What the application asks beside the operations of the kit. */
const config: CodegenConfig = codegen({ schema: '../../schema/*.graphqls', documents: 'src/shared/operaciones/*.graphql', output: 'src/shared/generado/' });

export default config;
