export { connectApi, type Api, type ApiOptions } from './api.js';
export type { DateTime, Duracion, Long, UUID } from './escalares.js';
export { toFalla, type Falla, type Ingreso } from './falla.js';
export type { RequestHeaders } from './headers.js';
export type { EnIdioma, Idioma } from './idioma.js';
export { attempt, type Resultado } from './resultado.js';
export { createSession, SessionEnded, type Session, type TokenSource } from './session.js';
export { createStore, type Store } from './store.js';
export { createFollower, type Conexion, type Follower, type FollowerOptions } from './transport/follower.js';
export { onReturn, pauseOf } from './transport/pause.js';
export { needsToken } from './transport/verdict.js';
export { TIMING, type Operation, type Result, type Sink, type Timing } from './transport/transport.js';
export { elegirArchivos, puedeElegir, type ArchivoElegido } from './subida/choose.js';
export { forgetHandles } from './subida/handles.js';
export { hashFile } from './subida/hasher.js';
export type { Espera } from './subida/patience.js';
export { Refusal } from './subida/refusal.js';
export {
  haTerminado,
  subir,
  type Announcement,
  type DatosDeSubida,
  type Empezada,
  type EstadoDeSubida,
  type FaseDeSubida,
  type FinDeSubida,
  type Subida,
  type UploadApi,
} from './subida/subir.js';
export { createUploads, type SubidaEmpezada, type SubidaMostrada, type Uploads } from './subida/uploads.js';
