/**
 * What browsers say in the TypeError of a mistake, as of `token().value` without a token, or of an address that is none.
 * They word the TypeError of a lost network each in its own way, and some translate it.
 */
const MISTAKE = /undefined|null|not a function|URL/;

/** fetch says TypeError of every lost network, and TimeoutError of a silent one. */
export function isNetwork(cause: unknown): boolean {
  if (cause instanceof TypeError) return !MISTAKE.test(cause.message);
  return (cause as Error | null)?.name === 'TimeoutError';
}

/** What a server answered that is no answer of the API: `statusCode` as Apollo Client has it. */
export const notTheApi = ({ status }: Response): Error => Object.assign(new Error(`The server answered HTTP ${status} without an answer of GraphQL.`), { statusCode: status });
