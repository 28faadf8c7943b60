import type { GraphQLFormattedError } from 'graphql';

/** One operation as it goes over the wire: by its text, or by the hash of its text in `extensions`. */
export interface Operation {
  query?: string;
  operationName?: string;
  variables: Record<string, unknown>;
  extensions?: Record<string, unknown>;
  /** Whether it declares `$despuesDe`, and can go on where it was cut off. */
  resumes: boolean;
}

export interface Result {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLFormattedError[];
}

export interface Sink {
  next(result: Result): void;
  /** A close event of a socket, a list of GraphQL errors, a Response, or an Error. */
  error(reason: unknown): void;
  complete(): void;
}

/** A way to subscribe once: whoever wants to survive a lost network uses createFollower. */
export interface Transport {
  subscribe(operation: Operation, sink: Sink): () => void;
  /** The token that was sent last. */
  tokenSent(): string | undefined;
  /** Asks at once whether the other side is there, as after a sleep of the machine. */
  probe(): void;
  close(): void;
}

/** Times in milliseconds. */
export interface Timing {
  /** Silence after which the other side is asked whether it is there. */
  keepAlive: number;
  /** How long its answer may take; a socket without one is given up. */
  pongWait: number;
  /** How long a connection may take. */
  connectWait: number;
  /** How long a request may be without an answer: the server itself ends one after some seconds. */
  answerWait: number;
  /** How long an upload may move no byte; then it is sent again. */
  stallWait: number;
  /** How long an operation is sent again that the server asks to wait with (RATE_LIMITED, UNAVAILABLE). */
  patience: number;
  /** The first pause after a failure; it doubles with each one that follows. */
  firstPause: number;
  longestPause: number;
}

export const TIMING: Timing = {
  keepAlive: 12_000,
  pongWait: 5_000,
  connectWait: 10_000,
  answerWait: 30_000,
  stallWait: 30_000,
  patience: 180_000,
  firstPause: 500,
  longestPause: 30_000,
};

/** The payload of an operation. The libraries insist on a text: withoutEmptyQuery takes an empty one out of the JSON. */
export function payloadOf({ query = '', operationName, variables, extensions }: Operation) {
  return { query, variables, ...(operationName !== undefined && { operationName }), ...(extensions && { extensions }) };
}

/** A replacer of JSON.stringify: an operation that goes by its hash has no text. */
export function withoutEmptyQuery(this: unknown, key: string, value: unknown): unknown {
  const named = (this as { extensions?: { persistedQuery?: unknown } } | undefined)?.extensions?.persistedQuery;
  return key === 'query' && value === '' && named !== undefined ? undefined : value;
}
