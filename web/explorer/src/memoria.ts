interface Pestana {
  query: string;
  variables: string;
}

/**
 * GraphiQL remembers tabs and variables for as long as the browser tab lives: they may name a citizen's
 * documents, so nothing stays on the disk, and a new window always starts with the examples.
 * GraphiQL 5.4 forgets the variables of the first of its `defaultTabs`; stored values it does read.
 */
export function prepararMemoria([primera]: Pestana[]): Storage {
  if (primera && sessionStorage.getItem('graphiql:tabState') === null) {
    sessionStorage.setItem('graphiql:query', primera.query);
    sessionStorage.setItem('graphiql:variables', primera.variables);
  }
  return sessionStorage;
}
