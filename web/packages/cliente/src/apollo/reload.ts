import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';

/** A list of the API, as far as it is loaded. */
export interface LoadedConnection<Node> {
  edges: readonly { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

/** `first` rows at a time, behind a cursor. */
export interface PageVariables extends OperationVariables {
  first?: number | null;
  after?: string | null;
}

export interface ListQuestion<Data, Variables extends PageVariables, Node> {
  query: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  /** Where the list is in an answer. */
  connection: (data: Data) => LoadedConnection<Node> | null | undefined;
}

/** What the API gives to whoever does not say how much. */
const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** The list as it is loaded now, which may be more than what is on the screen yet. */
export function loadedConnection<Data, Variables extends PageVariables, Node>(client: ApolloClient, { query, variables, connection }: ListQuestion<Data, Variables, Node>): LoadedConnection<Node> | null | undefined {
  const data = client.readQuery<Data, Variables>({ query, variables });
  return data && connection(data as Data);
}

/**
 * Loads a connection that was merged page by page again, as many rows of it as are there; it changes at once when all
 * have come. To load its first page alone would take the others away from whoever looks at them.
 */
export async function reloadConnection<Data, Variables extends PageVariables, Node>(client: ApolloClient, question: ListQuestion<Data, Variables, Node>): Promise<void> {
  const { query, variables, connection } = question;
  const { edges: { length: rows } = [], pageInfo } = loadedConnection(client, question) ?? {};
  const first = variables.first ?? DEFAULT_PAGE;
  // A list that was there to its end stays so, unless more than a page has come.
  const wanted = Math.max(first, pageInfo?.hasNextPage ? rows : rows + first);
  const edges: { node: Node }[] = [];
  for (let after: string | null | undefined; ; ) {
    const size = Math.min(wanted - edges.length, LARGEST_PAGE);
    // Not shared with an equal question that is on its way: that one may be older than the change.
    const asked = await client.query({ query, variables: { ...variables, first: size, after } as Variables, fetchPolicy: 'no-cache', context: { queryDeduplication: false } });
    const data = asked.data as Data | undefined;
    const page = data && connection(data);
    if (!page) return;
    edges.push(...page.edges);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
    if (!after || edges.length >= wanted) return void client.writeQuery({ query, variables, data: inPlaceOf(data, page, { ...page, edges }) as never });
  }
}

/** An answer with another list where that one is. */
function inPlaceOf(answer: unknown, old: unknown, now: unknown): unknown {
  if (answer === old) return now;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, inPlaceOf(value, old, now)]));
}
