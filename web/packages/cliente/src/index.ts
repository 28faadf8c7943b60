export { toFalla, type Falla } from './falla.js';
export { createSession, SessionEnded, type Session, type TokenSource } from './session.js';
export { createStore, type Store } from './store.js';
export { createFollower, type Conexion, type Follower, type FollowerOptions } from './transport/follower.js';
export { TIMING, type Operation, type Result, type Sink, type Timing } from './transport/transport.js';
