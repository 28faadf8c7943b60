import { NetworkStatus } from '@apollo/client';
import { useState } from 'react';

/** Why a question failed. It stays while that is asked again, as often as it may be: a page would blink otherwise. */
export function useError<E>({ error, loading, networkStatus }: { error?: E; loading: boolean; networkStatus: NetworkStatus }): E | undefined {
  const [last, setLast] = useState(error);
  const asksAgain = loading && networkStatus !== NetworkStatus.setVariables; // that is another question
  if (!asksAgain && last !== error) setLast(error);
  return asksAgain ? last : error;
}
