import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import { codegen } from './src/codegen.js';

const kit = codegen({ schema: '../../../schema/*.graphqls', documents: 'src/operaciones/*.graphql', output: 'src/generado/' });
const output = kit.generates['src/generado/']!;

const config: CodegenConfig = {
  ...kit,
  generates: {
    'src/generado/': { ...output, documentTransforms: [addTypenameSelectionDocumentTransform] },
    'src/generado/possible-types.ts': { plugins: ['fragment-matcher'], config: { useExplicitTyping: true } },
  },
};

export default config;
