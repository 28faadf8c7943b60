import type { ApolloClient } from '@apollo/client';
import type { Session } from '../session.js';
import type { Store } from '../store.js';
import type { Follower } from '../transport/follower.js';

/** Everything that an application needs: make one for the page, and give it to CarpetaProvider. */
export interface CarpetaClient {
  apollo: ApolloClient;
  session: Session;
  follower: Follower;
  /** Whether something waits that the server asked to come back later: it goes on by itself, and the page may say so. */
  busy: Store<boolean>;
  /** The person leaves: nothing of theirs stays on the page, and nothing more is sent until `session.resume`. */
  signOut(): Promise<void>;
  /** Counts those who left, when what is theirs is forgotten: for CarpetaProvider, and as a `key` of what you draw outside of it. */
  turn: Store<number>;
  /** Ends news, uploads and timers. What is asked for afterwards is still sent: `signOut` ends that too. */
  close(): void;
}
