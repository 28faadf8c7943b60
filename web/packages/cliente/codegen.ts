import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegen, SCALARS } from './src/codegen.js';

const kit = codegen({ schema: '../../../schema/*.graphqls', documents: 'src/operaciones/*.graphql', output: 'src/generado/', scalars: '../escalares.js' });

/** The whole schema, for src/msw: what a test says is any text. */
const whole = { scalars: SCALARS, strictScalars: true, enumsAsTypes: true, disableDescriptions: true };

const config: CodegenConfig = {
  ...kit,
  generates: {
    ...kit.generates,
    'src/generado/possible-types.ts': { plugins: ['fragment-matcher'], config: { useExplicitTyping: true } },
    'src/generado/tipos.ts': { plugins: ['typescript', './scripts/argumentos.mjs'], config: whole },
    'src/generado/esquema.ts': { plugins: ['./scripts/esquema.mjs'] },
  },
};

export default config;
