// Monaco asks for its workers by label. `?worker` makes each a file of the bundle, so that they are
// same-origin and the CSP needs neither blob: nor data:.
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphQLWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

const PORTADORES: Record<string, new () => Worker> = { json: JsonWorker, graphql: GraphQLWorker };

self.MonacoEnvironment = {
  getWorker: (_id, etiqueta) => new (PORTADORES[etiqueta] ?? EditorWorker)(),
};
