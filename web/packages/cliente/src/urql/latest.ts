import { makeOperation, mapExchange, type Exchange } from '@urql/core';

/**
 * Asks again for what was under way when news came: its answer may have been read before them. Without it the cache takes
 * that answer for the newest, because a query that is under way is not sent a second time. It stands behind the cache.
 */
export const latestExchange: Exchange = (input) => {
  let news = 0;
  const sentAt = new Map<number, number>(); // of each query that is under way: how much news had come before
  return mapExchange({
    onOperation({ kind, key }) {
      if (kind === 'query') sentAt.set(key, news);
      if (kind === 'teardown') sentAt.delete(key);
    },
    onResult({ operation, data }) {
      if (operation.kind === 'subscription' && data?.novedadesDeCarpeta) news++;
      if (operation.kind !== 'query') return;
      const before = sentAt.get(operation.key);
      sentAt.delete(operation.key);
      if (before === undefined || before === news) return;
      input.client.reexecuteOperation(makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }));
    },
  })(input);
};
