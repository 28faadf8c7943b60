import {
  buildSchema,
  defaultFieldResolver,
  execute,
  GraphQLError,
  parse,
  subscribe,
  validate,
  type ExecutionArgs,
  type GraphQLFieldResolver,
  type GraphQLTypeResolver,
} from 'graphql';
import { makeServer } from 'graphql-ws';
import { http, HttpResponse, ws, type RequestHandler, type WebSocketHandler } from 'msw';
import { esquema } from '../generado/esquema.js';
import { createChannel, type Channel } from './channel.js';
import { plainest } from './plainest.js';
import type { Resolvers, Told } from './resolvers.js';

export type { Resolvers } from './resolvers.js';

/** The API without a server, for the tests of an application: by the schema, and by what a test gives. */
export interface Simulacion {
  /** For `setupServer` of msw/node, or `setupWorker` of msw/browser. */
  handlers: (RequestHandler | WebSocketHandler)[];
  /** Tells those who follow a subscription; who follows it later hears it too. */
  publicar<Campo extends keyof Told>(campo: Campo, valor: Told[Campo]): void;
}

/**
 * Answers every operation that the schema allows. A field is what its resolver says, or else what its object has, or
 * else the plainest value of its type. `url` ends the address of the API.
 */
export function simular(resolvers: Resolvers = {}, { url = '/graphql' }: { url?: string } = {}): Simulacion {
  const schema = buildSchema(esquema);
  const channels = new Map<string, Channel<unknown>>();
  const channelOf = (field: string) => {
    const channel = channels.get(field) ?? createChannel<unknown>();
    channels.set(field, channel);
    return channel;
  };
  const withResolvers = (args: ExecutionArgs): ExecutionArgs => ({
    ...args,
    fieldResolver: resolveBy(resolvers),
    typeResolver,
    subscribeFieldResolver: (_source, _args, _context, { fieldName }) => channelOf(fieldName).follow(),
  });

  const answer = ({ query, variables, operationName }: Posted) => {
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors };
    return execute(withResolvers({ schema, document, variableValues: variables ?? {}, operationName: operationName ?? null }));
  };
  const socketServer = makeServer({
    schema,
    validate, // this one: an application may hold graphql twice, and only the one that made the schema knows it
    execute: (args) => execute(withResolvers(args)),
    subscribe: (args) => subscribe(withResolvers(args)),
  });

  return {
    handlers: [
      http.post(`*${url}`, async ({ request }) => HttpResponse.json(await answer((await request.json()) as Posted))),
      ws.link(new RegExp(`^wss?://[^/]+${url}$`)).addEventListener('connection', ({ client }) => {
        const closed = socketServer.opened(
          {
            protocol: 'graphql-transport-ws',
            send: async (message) => client.send(message),
            close: (code, reason) => client.close(code, reason),
            onMessage: (take) => client.addEventListener('message', ({ data }) => void take(String(data))),
          },
          {},
        );
        client.addEventListener('close', ({ code, reason }) => void closed(code, reason));
      }),
    ],
    publicar: (campo, valor) => channelOf(campo).tell({ [campo]: valor }),
  };
}

interface Posted {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

/** A connection of Relay with these rows, all on one page. */
export function pagina<Row>(rows: readonly Row[]) {
  return { edges: rows.map((node, index) => ({ cursor: String(index), node })), nodes: [...rows] };
}

/** What a resolver throws to answer as the server does: a code of docs/errores.md, and a sentence for people. */
export function error(code: string, mensaje: string, more: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(mensaje, { extensions: { code, ...more } });
}

type AnyResolver = GraphQLFieldResolver<unknown, unknown>;

function resolveBy(resolvers: Resolvers): AnyResolver {
  const byType = resolvers as Record<string, Record<string, AnyResolver> | undefined>;
  return async (source, args, context, info) => {
    const resolver = byType[info.parentType.name]?.[info.fieldName] ?? defaultFieldResolver;
    const value = await resolver(source, args, context, info);
    return value === undefined ? plainest(info, source) : value;
  };
}

const typeResolver: GraphQLTypeResolver<unknown, unknown> = (value, _context, { schema }, type) =>
  (value as { __typename?: string }).__typename ?? schema.getPossibleTypes(type)[0]?.name;
