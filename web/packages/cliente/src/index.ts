export { connectApi, type Api, type ApiOptions } from './api.js';
export { toFalla, type Falla } from './falla.js';
export { createSession, SessionEnded, type Session, type TokenSource } from './session.js';
export { createStore, type Store } from './store.js';
export { createFollower, type Conexion, type Follower, type FollowerOptions } from './transport/follower.js';
export { TIMING, type Operation, type Result, type Sink, type Timing } from './transport/transport.js';
export { Refusal, subir, type Anuncio, type Carga, type CargaApi, type DatosDeCarga, type EstadoDeCarga, type Fase } from './carga/carga.js';
export { hashFile } from './carga/hasher.js';
export { createQueue, type Queue } from './carga/queue.js';
