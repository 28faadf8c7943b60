// Puts what tsc does not write beside its output: the schema and the manifest of this kit's operations.
import { copyFile } from 'node:fs/promises';

const here = new URL('../', import.meta.url);
await copyFile(new URL('../../../docs/schema.graphql', here), new URL('dist/schema.graphql', here));
await copyFile(new URL('src/generado/persisted-documents.json', here), new URL('dist/manifiesto.json', here));
