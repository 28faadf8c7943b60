/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DateTime, Long, UUID } from '@carpeta-ciudadana/cliente';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Why a deletion does not move. */
export type CausaBloqueo =
  /** A process sent its command and waits for the result. */
  | 'ARRENDADA'
  /** It is due, and no process took it. */
  | 'ATRASADA'
  /** Nothing keeps it: its command is with the broker, or being executed. */
  | 'AVANZANDO'
  /** The broker does not take messages, or did not confirm the last one. */
  | 'BROKER_SIN_CONFIRMAR'
  /** Its command was given up and lies with the dead letters. */
  | 'CARTA_MUERTA'
  /** The queue of its command is full; the command waits in the store until there is room. */
  | 'COLA_LLENA'
  /** A step failed for good; it waits until erasures under way have taken effect, and then looks at the file. */
  | 'COMPENSANDO'
  /** The document is certified, and an operador must decide. */
  | 'ESPERA_APROBACION'
  /** Its step failed and is tried again. */
  | 'REINTENTO'
  /** No process has the role that it needs next; it waits until there is one. */
  | 'SIN_PROCESO'
  /** The broker has no queue for its command. */
  | 'SIN_RUTA'
  /** It has ended; if in failure, `detalle` says what is left of it. */
  | 'TERMINADA'
  /** Its operador has as many deletions under way as it may. */
  | 'TURNO'
  /** Its undo window is open. */
  | 'VENTANA_ABIERTA';

/** The codes of an error in a payload. Each has a row in docs/errores.md, with its message in both languages. */
export type CodigoDeError =
  /** The deletion was approved already. */
  | 'APROBACION_DADA'
  /** The deletion needs no approval. */
  | 'APROBACION_INNECESARIA'
  /** Who asked for the deletion does not decide. */
  | 'APROBACION_PROPIA'
  /** The deletion was rejected already. */
  | 'APROBACION_RECHAZADA'
  /** The request for the deletion was taken back. */
  | 'APROBACION_RETIRADA'
  /** The time to approve the deletion ended without a decision. */
  | 'APROBACION_VENCIDA'
  /** The stored file is not the one that was announced. */
  | 'ARCHIVO_DISTINTO'
  /** The file of the upload was not sent yet. */
  | 'ARCHIVO_PENDIENTE'
  /** The authorisation is over. */
  | 'AUTORIZACION_TERMINADA'
  /** The authorisation is in force: end it first. */
  | 'AUTORIZACION_VIGENTE'
  /** Inputs are wrong: `campos` names them. */
  | 'BAD_USER_INPUT'
  /** The upload was confirmed: it cannot be signed anew or ended. */
  | 'CARGA_TERMINADA'
  /** The citizen's carpeta has no room for the document. */
  | 'CARPETA_LLENA'
  /** Another operador serves the citizen; it is not named. */
  | 'CIUDADANO_DE_OTRO_OPERADOR'
  /** The citizen has no carpeta yet: deliver again when an operador has opened one. */
  | 'CIUDADANO_SIN_CARPETA'
  /** Messages of that queue come from no work queue. */
  | 'COLA_SIN_DESTINO'
  /** A hundred entities are silenced. */
  | 'DEMASIADAS_SILENCIADAS'
  /** The entity has three requests to the citizen. */
  | 'DEMASIADAS_SOLICITUDES'
  /** The document has too many codes in use. */
  | 'DEMASIADOS_CODIGOS'
  /** A deletion locks the document. */
  | 'DOCUMENTO_BLOQUEADO'
  /** The document was corrected meanwhile: the error has it as it is now. */
  | 'DOCUMENTO_CAMBIADO'
  /** The document is certified: ask with solicitarEliminacion. */
  | 'DOCUMENTO_CERTIFICADO'
  /** The upload of the document was not confirmed yet. */
  | 'DOCUMENTO_EN_CARGA'
  /** The failed deletion gave the document back: ask for a new one. */
  | 'DOCUMENTO_INTACTO'
  /** The document needs no approval: use deleteDocumento. */
  | 'DOCUMENTO_NO_CERTIFICADO'
  /** Only a document that an entity certified, and still answers for, is shown by a code. */
  | 'DOCUMENTO_NO_MOSTRABLE'
  /** Only a deletion that is FALLIDA is tried again. */
  | 'ELIMINACION_NO_FALLIDA'
  /** The entity is not registered, not active, or no EMISOR. */
  | 'ENTIDAD_INACTIVA'
  /** The entity is not active as a RECEPTOR: it neither asks nor looks. */
  | 'ENTIDAD_NO_RECEPTORA'
  /** The entity cancelled the delivery: announce the document anew. */
  | 'ENTREGA_CANCELADA'
  /** The delivery was confirmed, and cannot be cancelled: take it back. */
  | 'ENTREGA_CONFIRMADA'
  /** Another delivery stands for it already: replace that one. */
  | 'ENTREGA_REEMPLAZADA'
  /** The delivery was taken back. Refused are another reason, a delivery that replaces it, and the same file again. */
  | 'ENTREGA_REVOCADA'
  /** The delivery was never confirmed: there is nothing to take back. */
  | 'ENTREGA_SIN_CONFIRMAR'
  /** The delivery was not confirmed within 24 hours: announce the document anew. */
  | 'ENTREGA_VENCIDA'
  /** The signature is not of this document. */
  | 'FIRMA_INVALIDA'
  /** The signature names a key that the entity has not published. */
  | 'LLAVE_DESCONOCIDA'
  /** The key is another entity's, for ever: make a new pair of keys. */
  | 'LLAVE_DE_OTRA_ENTIDAD'
  /** The key of the signature was revoked. */
  | 'LLAVE_REVOCADA'
  /** The key of the signature is not valid now. */
  | 'LLAVE_VENCIDA'
  /** The NIT is another entity's, for ever: check the number. */
  | 'NIT_DE_OTRA_ENTIDAD'
  /** The object is absent, or not the caller's: the answer is the same. */
  | 'NOT_FOUND'
  /** The document is not available now. */
  | 'NO_DISPONIBLE'
  /** The document is not in the bin: it is back in the folder, or waits for an approval. */
  | 'NO_ESTA_EN_PAPELERA'
  /** The numeroInterno stands for another request. */
  | 'NUMERO_INTERNO_USADO'
  /** The entity delivered the same file to this citizen with another statement: revoke that one first, or deliver another file. A repetition signs the same, with the same salt. */
  | 'OTRA_DECLARACION'
  /** The carpeta has no room: `uso` says how much is used, and allowed. */
  | 'QUOTA_EXCEEDED'
  /** Three reminders for a request, 24 hours or more apart. */
  | 'RECORDATORIO_NO_ADMITIDO'
  /** The server has no room for more ended sessions: the operador can end them. */
  | 'SESIONES_SIN_LUGAR'
  /** The request changed after it was read: read it again. */
  | 'SOLICITUD_CAMBIADA'
  /** The request was completed, refused or withdrawn, or its time is over. */
  | 'SOLICITUD_CERRADA'
  /** A request of the same procedure to the same citizen is open, or was refused less than 30 days after it was made. */
  | 'SOLICITUD_YA_ABIERTA'
  /** The issuer did not sign the holder's name: show the document without it. */
  | 'TITULAR_SIN_FIRMA'
  /** The undo window is over: the erasure has begun or ended. */
  | 'VENTANA_CERRADA'
  /** A large file is being verified: confirm again to go on. */
  | 'VERIFICACION_EN_CURSO';

/** What an entity states of a document in version 2 of its statement. */
export type DeclaracionInput = {
  /** Day of issue, as 2026-05-03; not in the future. */
  fechaEmision: string;
  /** The entity's own number of the document, at most 64 characters. */
  numero?: string | null | undefined;
  /** Whom it is about. Signed is only a seal of it, so that the document can be shown without the holder. */
  titular: TitularInput;
  /** When it is valid; always if absent. */
  vigencia?: VigenciaInput | null | undefined;
};

/** How long ago a deletion was asked for. */
export type EdadDeEliminacion =
  /** Less than a day. */
  | 'DIA'
  /** Less than an hour. */
  | 'HORA'
  /** A week or more. */
  | 'MAYOR'
  /** Less than a minute. */
  | 'MINUTO'
  /** Less than a week. */
  | 'SEMANA';

/** A certified document to be delivered. */
export type EntregarDocumentoInput = {
  /** Who receives it: the ciudadanoId. The citizen needs a carpeta. */
  ciudadanoId: string;
  /** Kind, by its code (TipoDeDocumento): so it is signed. */
  codigoTipo: string;
  /** What it is for, at most 200 characters. */
  contextoDocumento?: string;
  /** What else the entity states: the signature is over version 2 then. Absent: version 1. */
  declaracion?: DeclaracionInput | null | undefined;
  /** The signature: a compact JWS with detached content (RFC 7515, appendix F), header with `alg` (EdDSA, ES256, PS256 or RS256), `kid` and `iat`, over the canonical JSON of ciudadanoId, hashDocumento, tipoDocumento (the code of the kind) and titulo, or with `declaracion` over that of version 2. docs/api.md has the exact bytes. */
  firma: string;
  /** SHA-256 of the file, 64 hexadecimal digits in lower case. */
  hashDocumento: string;
  /** File name that a download gets, 1–255 characters without path separators. */
  nombreArchivo: string;
  /** entregaId (or global id) of the delivery to the same citizen for which this one stands; that one becomes REEMPLAZADO when this one is confirmed. Needs `declaracion`. Signed is always the bare entregaId. */
  reemplazaA?: string | null | undefined;
  /** Length of the file in bytes, 1 to 100 MiB unless configured otherwise. */
  tamanoBytes: number;
  /** MIME type, e.g. application/pdf. */
  tipoContenido: string;
  /** Title, 1–200 characters, in the form NFC and without space around it: so it is signed. */
  titulo: string;
};

/** Whether an authorisation is in force. */
export type EstadoAutorizacion =
  /** The citizen ended it. */
  | 'TERMINADA'
  /** Its time is over. */
  | 'VENCIDA'
  /** The entity may look. */
  | 'VIGENTE';

/** How far a delivery is. */
export type EstadoEntrega =
  /** Announced; its file is not confirmed yet. */
  | 'ANUNCIADA'
  /** Its entity cancelled the announcement; listed for 30 days. */
  | 'CANCELADA'
  /** Erased from the carpeta; the same content may be delivered again. */
  | 'ELIMINADA'
  /** In the carpeta. */
  | 'ENTREGADA'
  /** Its file was not confirmed within 24 hours; listed for 30 days. */
  | 'VENCIDA';

/** What a certified document is worth. The first that is true counts. A day begins and ends in the time zone of the service, which is Colombia's unless its settings say another. */
export type EstadoJuridico =
  /** Its first day of validity is to come. */
  | 'AUN_NO_VIGENTE'
  /** Its entity delivered another one that stands for it: `reemplazadoPor`. */
  | 'REEMPLAZADO'
  /** Its entity took it back, or its key was revoked. */
  | 'REVOCADO'
  /** Its last day of validity has passed. */
  | 'VENCIDO'
  /** None of these. */
  | 'VIGENTE';

/** State of a deletion. */
export type EstadoSaga =
  /** Taken back in the undo window; or, of a certified document, not approved. */
  | 'CANCELADA'
  /** A step failed for good before the file was gone: checking that the file is intact to give the document back. */
  | 'COMPENSANDO'
  /** File and metadata are gone. */
  | 'COMPLETADA'
  /** Ended without deleting everything; `errores` says why. */
  | 'FALLIDA'
  /** Under way. */
  | 'INICIADA';

/** How far a request is. A citizen answers one that is PENDIENTE or PARCIAL; nothing leads out of the others. */
export type EstadoSolicitud =
  /** Each requirement that is not optional has a document. */
  | 'COMPLETA'
  /** A document was given, and one that is not optional is missing. */
  | 'PARCIAL'
  /** Nothing was answered. */
  | 'PENDIENTE'
  /** The citizen gives nothing, or nothing more. */
  | 'RECHAZADA'
  /** Its entity took it back. */
  | 'RETIRADA'
  /** Its 30 days are over. */
  | 'VENCIDA';

/** Narrows the trail; conditions are joined by AND. */
export type FiltroEventosAuditoria = {
  /** Only what this subject did, or this part of the program. */
  actor?: string | null | undefined;
  /** Only of this folder. */
  carpetaId?: string | null | undefined;
  /** Only what belongs together: the eventoId of a deletion, or the id of a request. */
  correlationId?: string | null | undefined;
  /** The beginning, itself included. Not in the future. */
  desde?: string | null | undefined;
  /** Only of this document; beside carpetaId. */
  documentoId?: string | null | undefined;
  /** The end, itself included. Not before the beginning. */
  hasta?: string | null | undefined;
  /** Whose trail: an operador's own if absent. An auditor names one, unless their token does, or asks for one correlationId or carpetaId. `_` is what belongs to no operador. */
  operadorId?: string | null | undefined;
  /** Only what ended so. */
  outcome?: ResultadoAuditoria | null | undefined;
  /** Only what this part of the program wrote. */
  servicio?: ServicioAuditoria | null | undefined;
  /** Only what matters so much. */
  severity?: GravedadAuditoria | null | undefined;
  /** Only this kind. */
  tipo?: TipoEventoAuditoria | null | undefined;
};

/** Which documents an entity lists. Of an empty member nothing is left out. */
export type FiltroRecibidos = {
  /** Those of one citizen. */
  ciudadanoId?: string | null | undefined;
  /** Those whose authorisation is in a state. */
  estado?: EstadoAutorizacion | null | undefined;
  /** Those given for the request with the entity's own number. */
  numeroInterno?: string | null | undefined;
  /** Those given for a request: its global id. */
  solicitudId?: string | null | undefined;
  /** Those of a procedure: its code. */
  tramite?: string | null | undefined;
};

/** Which requests an entity lists. Of an empty member nothing is left out. */
export type FiltroSolicitudes = {
  /** Those that the citizen can still answer: PENDIENTE and PARCIAL. */
  abiertas?: boolean | null | undefined;
  /** Those to one citizen. */
  ciudadanoId?: string | null | undefined;
  /** Those in a state. */
  estado?: EstadoSolicitud | null | undefined;
  /** That with the entity's own number. */
  numeroInterno?: string | null | undefined;
  /** Those of a procedure: its code. */
  tramite?: string | null | undefined;
};

/** How much it matters to whoever watches. */
export type GravedadAuditoria =
  /** Look at it now. */
  | 'CRITICAL'
  /** As expected. */
  | 'INFO'
  /** Look at it some time. */
  | 'WARNING';

/** Why an event has no seal. */
export type MotivoSinSello =
  /** This installation seals nothing. */
  | 'APAGADO'
  /** The log is damaged, and a person looks after it. */
  | 'DANADO'
  /** It waits for its seal, and is sealed now. */
  | 'SIN_SELLAR';

/** What ended a redrive before all was done. */
export type ParadaDeReencolado =
  /** The step of a message that was sent again failed again. */
  | 'FALLO_DE_NUEVO'
  /** A message that was sent again was given up again. */
  | 'MURIO_DE_NUEVO'
  /** The broker did not take a copy, or a message was gone meanwhile. */
  | 'NO_ENVIADO'
  /** The time of one call; call again for the rest. */
  | 'PLAZO'
  /** What became of a batch could not be read. */
  | 'SIN_COMPROBAR';

/** Step of a deletion. */
export type PasoSaga =
  /** Waiting for an approval; only for certified documents, in the place of ESPERA. */
  | 'APROBACION'
  /** Done. */
  | 'COMPLETED'
  /** Undo window. */
  | 'ESPERA'
  /** Deleting the metadata. */
  | 'METADATA_CLEANUP'
  /** Erasing every version of the file. */
  | 'MINIO_CLEANUP';

/** Which dead letters to send again, and how. */
export type ReencolarMensajesInput = {
  /** The dead-letter queue, e.g. minio.cleanup.dlq. */
  cola: string;
  /** Only these copies; all of the caller's if absent. At most 1,000. */
  copiaIds?: Array<string> | null | undefined;
  /** At most so many, the oldest first, 1–1,000. */
  maximo?: number;
  /** Only with this reason. */
  motivo?: string | null | undefined;
  /** At most so many a second, 1–100. */
  porSegundo?: number;
  /** Say what would be done, and change nothing. */
  simular?: boolean;
};

/** What a citizen answers to a requirement. */
export type RespuestaDeRequisito =
  /** A document was given. */
  | 'ENTREGADO'
  /** It is not given. The entity does not learn whether the citizen has such a document. */
  | 'NO_ENTREGADO';

/** What became of the request to delete a certified document. */
export type ResultadoAprobacion =
  /** An operador approved: the deletion goes its way. */
  | 'APROBADA'
  /** Nobody has decided yet. */
  | 'PENDIENTE'
  /** An operador rejected; the document is as it was. */
  | 'RECHAZADA'
  /** Taken back by the owner or by the person that asked; the document is as it was. */
  | 'RETIRADA'
  /** Nobody decided in time; the document is as it was. */
  | 'VENCIDA';

/** How it ended. */
export type ResultadoAuditoria =
  /** It was refused. */
  | 'DENIED'
  /** It failed. */
  | 'FAILURE'
  /** It was done. */
  | 'SUCCESS';

/** What verificarDocumento found. */
export type ResultadoVerificacion =
  /** There are no stored bytes. */
  | 'ARCHIVO_AUSENTE'
  /** The stored bytes are others. */
  | 'ARCHIVO_CAMBIADO'
  /** The entity is not in the registry any more. */
  | 'ENTIDAD_AUSENTE'
  /** The signature is not of this document. */
  | 'FIRMA_INVALIDA'
  /** The key was revoked before the document came. */
  | 'LLAVE_REVOCADA'
  /** The stored bytes are those that the entity signed, and another document stands for it. */
  | 'REEMPLAZADA'
  /** The stored bytes are those that the entity signed, and it took the document back. */
  | 'REVOCADA'
  /** The entity has not confirmed it yet. */
  | 'SIN_ENTREGAR'
  /** Nobody signed it: the citizen uploaded it. */
  | 'SIN_FIRMA'
  /** The stored bytes are those that the entity signed. */
  | 'VALIDA';

/** Which delivery to take back. */
export type RevocarEntregaInput = {
  /** entregaId or global id. */
  entregaId: string;
  /** The signature, as that of entregarDocumento, over the canonical JSON of motivo, revoca (the entregaId) and v (2). docs/api.md has the exact bytes. */
  firma: string;
  /** Why, for the citizen: 1–500 characters, in the form NFC and without space around it. */
  motivo: string;
};

/** The part of the program that wrote an event. */
export type ServicioAuditoria =
  /** The API. */
  | 'API'
  /** The sweeper, for what was due. */
  | 'BARRENDERO'
  /** The eraser of metadata. */
  | 'BORRADOR_METADATOS'
  /** The eraser of files. */
  | 'BORRADOR_OBJETOS'
  /** The command line. */
  | 'CONSOLA'
  /** The coordinator of deletions. */
  | 'COORDINADOR'
  /** The reconciler. */
  | 'RECONCILIADOR';

/** Whom an entity asks, and what for. */
export type SolicitarDocumentosInput = {
  /** The citizen's identification number. */
  ciudadanoId: string;
  /** The entity's own number of this request: 1–40 of A–Z, 0–9, - . and /. The same again is the same request. */
  numeroInterno: string;
  /** Code of the procedure. */
  tramite: string;
};

/** What happened. On the REST face in lower case with dots, as documento.visto. */
export type TipoEventoAuditoria =
  /** A signed address was used; the embedded profile alone sees that. */
  | 'ARCHIVO_SERVIDO'
  /** The trail was exported. */
  | 'AUDITORIA_EXPORTADA'
  /** The trail was read. */
  | 'AUDITORIA_LEIDA'
  /** An entity fetched the file of such a document. */
  | 'AUTORIZACION_ARCHIVO_SERVIDO'
  /** A citizen asked an entity to erase what it keeps of what it saw. */
  | 'AUTORIZACION_BORRADO_PEDIDO'
  /** An entity tried to look at a document, and was refused: its authorisation is over, or the document is not available. */
  | 'AUTORIZACION_NEGADA'
  /** A citizen authorised an entity to see documents. */
  | 'AUTORIZACION_OTORGADA'
  /** A citizen ended such an authorisation. */
  | 'AUTORIZACION_TERMINADA'
  /** An entity looked at a document that a citizen authorised. */
  | 'AUTORIZACION_USADA'
  /** An upload was announced. */
  | 'CARGA_ANUNCIADA'
  /** An upload was taken back. */
  | 'CARGA_CANCELADA'
  /** An upload was confirmed: the document is there. */
  | 'CARGA_CONFIRMADA'
  /** An upload was not confirmed in time. */
  | 'CARGA_VENCIDA'
  /** A folder was opened. */
  | 'CARPETA_ABIERTA'
  /** A code was made that shows a document to whoever has it. */
  | 'CODIGO_CREADO'
  /** A code was ended by its owner. */
  | 'CODIGO_TERMINADO'
  /** Somebody saw a document by a code. */
  | 'CODIGO_USADO'
  /** A signed address to fetch a document was given out. */
  | 'DOCUMENTO_DESCARGADO'
  /** What is said of a document was changed. */
  | 'DOCUMENTO_EDITADO'
  /** An entity delivered a document. */
  | 'DOCUMENTO_ENTREGADO'
  /** A signed address to look at a document was given out. */
  | 'DOCUMENTO_VISTO'
  /** A deletion was taken back. */
  | 'ELIMINACION_CANCELADA'
  /** A deletion ended: nothing of the document is left. */
  | 'ELIMINACION_COMPLETADA'
  /** A request was approved, rejected, taken back or expired. */
  | 'ELIMINACION_DECIDIDA'
  /** A deletion failed. */
  | 'ELIMINACION_FALLIDA'
  /** A step of a deletion was taken. */
  | 'ELIMINACION_PASO'
  /** A failed deletion was tried again. */
  | 'ELIMINACION_REINTENTADA'
  /** A deletion was asked for. */
  | 'ELIMINACION_SOLICITADA'
  /** Events were hidden from a citizen by a legal order. */
  | 'EMBARGO_IMPUESTO'
  /** Such an order was ended. */
  | 'EMBARGO_LEVANTADO'
  /** A document of an entity was delivered: the fact that the document's verifiable file proves to anybody, and that names nobody. */
  | 'EMISION'
  /** An entity was registered, changed or ended. */
  | 'ENTIDAD_CAMBIADA'
  /** A citizen reported an entity. */
  | 'ENTIDAD_DENUNCIADA'
  /** A citizen silenced an entity, or took that back. */
  | 'ENTIDAD_SILENCIADA'
  /** An entity delivered a document in the place of another. */
  | 'ENTREGA_REEMPLAZADA'
  /** An entity took back what it had delivered, or its key was revoked. */
  | 'ENTREGA_REVOCADA'
  /** A list was read by somebody other than the owner. */
  | 'LISTA_LEIDA'
  /** A key of an entity or of this server was changed. */
  | 'LLAVE_CAMBIADA'
  /** An entity signed with a key for the first time. */
  | 'LLAVE_VISTA'
  /** A dead letter was sent again. */
  | 'MENSAJE_REENVIADO'
  /** An object was read by somebody other than the owner. */
  | 'NODO_LEIDO'
  /** The policy refused something; above a rate one event stands for many. */
  | 'POLITICA_NEGADA'
  /** A difference between a file and its metadata was mended. */
  | 'RECONCILIACION_REPARADA'
  /** Somebody asked for a backup of everything. */
  | 'RESPALDO_HECHO'
  /** The data were made of a backup: what happened after it is not in the trail. */
  | 'RESPALDO_RESTAURADO'
  /** A token, or the tokens of a subject, were taken out of use, or given back. */
  | 'REVOCACION_CAMBIADA'
  /** A token was used for the first time. */
  | 'SESION_INICIADA'
  /** An entity asked a citizen for documents. */
  | 'SOLICITUD_CREADA'
  /** A citizen refused such a request, or the rest of it. */
  | 'SOLICITUD_RECHAZADA'
  /** An entity reminded a citizen of such a request. */
  | 'SOLICITUD_RECORDADA'
  /** An entity took such a request back. */
  | 'SOLICITUD_RETIRADA'
  /** A kind of document was added to the catalogue, or changed. */
  | 'TIPO_CAMBIADO'
  /** A token was refused; above a rate one event stands for many. */
  | 'TOKEN_RECHAZADO'
  /** A procedure, or a new version of one, was registered. */
  | 'TRAMITE_REGISTRADO'
  /** A procedure was ended: nobody asks for documents for it any more. */
  | 'TRAMITE_TERMINADO';

/** The person that a statement is about, beside the ciudadanoId. */
export type TitularInput = {
  /** Name, 1–200 characters, in the form NFC and without space around it. */
  nombre: string;
  /** 16 to 64 random bytes in base64url without padding, new for each document. A repetition has the same. */
  sal: string;
};

/** A run of days, both included, as 2026-05-03; an end that is absent is open. */
export type VigenciaInput = {
  /** First day. */
  desde?: string | null | undefined;
  /** Last day. */
  hasta?: string | null | undefined;
};

export type AtrasoQueryVariables = Exact<{
  operadorId?: string | null | undefined;
}>;


export type AtrasoQuery = { __typename: 'Query', atraso: Array<{ __typename: 'AtrasoDeEstado', estado: EstadoSaga, total: number, acotado: boolean, masAntigua: DateTime | null, edades: Array<{ __typename: 'AtrasoDeEdad', edad: EdadDeEliminacion, cuantas: number }> }> | null };

export type SolicitudPedidaFragment = { __typename: 'Solicitud', id: string, ciudadanoId: string, numeroInterno: string | null, pedidaPor: string | null, estado: EstadoSolicitud, creadaEn: DateTime, hasta: DateTime, recordatorios: number, recordadaEn: DateTime | null, rechazadaEn: DateTime | null, retiradaEn: DateTime | null, tramite: { __typename: 'Tramite', codigo: string, nombre: string }, requisitos: Array<{ __typename: 'RequisitoPedido', respuesta: RespuestaDeRequisito | null, requisito: { __typename: 'Requisito', codigo: string, nombre: string, opcional: boolean }, recibido: { __typename: 'DocumentoRecibido', id: string, estado: EstadoAutorizacion, hasta: DateTime } | null }> } & { ' $fragmentName'?: 'SolicitudPedidaFragment' };

export type TramitesDeEntidadQueryVariables = Exact<{ [key: string]: never; }>;


export type TramitesDeEntidadQuery = { __typename: 'Query', tramites: Array<{ __typename: 'Tramite', codigo: string, nombre: string, finalidad: string, requisitos: Array<{ __typename: 'Requisito', codigo: string, nombre: string, opcional: boolean }> }> | null };

export type SolicitudesPedidasQueryVariables = Exact<{
  filtro?: FiltroSolicitudes | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SolicitudesPedidasQuery = { __typename: 'Query', solicitudes: { __typename: 'SolicitudConnection', edges: Array<{ __typename: 'SolicitudEdge', cursor: string, node: { __typename: 'Solicitud', id: string, ciudadanoId: string, numeroInterno: string | null, pedidaPor: string | null, estado: EstadoSolicitud, creadaEn: DateTime, hasta: DateTime, recordatorios: number, recordadaEn: DateTime | null, rechazadaEn: DateTime | null, retiradaEn: DateTime | null, tramite: { __typename: 'Tramite', codigo: string, nombre: string }, requisitos: Array<{ __typename: 'RequisitoPedido', respuesta: RespuestaDeRequisito | null, requisito: { __typename: 'Requisito', codigo: string, nombre: string, opcional: boolean }, recibido: { __typename: 'DocumentoRecibido', id: string, estado: EstadoAutorizacion, hasta: DateTime } | null }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type SolicitarMutationVariables = Exact<{
  input: SolicitarDocumentosInput;
}>;


export type SolicitarMutation = { __typename: 'Mutation', solicitarDocumentos: { __typename: 'SolicitarDocumentosPayload', solicitud: { __typename: 'Solicitud', id: string, ciudadanoId: string, numeroInterno: string | null, pedidaPor: string | null, estado: EstadoSolicitud, creadaEn: DateTime, hasta: DateTime, recordatorios: number, recordadaEn: DateTime | null, rechazadaEn: DateTime | null, retiradaEn: DateTime | null, tramite: { __typename: 'Tramite', codigo: string, nombre: string }, requisitos: Array<{ __typename: 'RequisitoPedido', respuesta: RespuestaDeRequisito | null, requisito: { __typename: 'Requisito', codigo: string, nombre: string, opcional: boolean }, recibido: { __typename: 'DocumentoRecibido', id: string, estado: EstadoAutorizacion, hasta: DateTime } | null }> } | null, errores: Array<
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensaje: string }> }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type RecordarSolicitudMutationVariables = Exact<{
  solicitudId: string;
}>;


export type RecordarSolicitudMutation = { __typename: 'Mutation', recordarSolicitud: { __typename: 'RecordarSolicitudPayload', solicitud: { __typename: 'Solicitud', id: string, ciudadanoId: string, numeroInterno: string | null, pedidaPor: string | null, estado: EstadoSolicitud, creadaEn: DateTime, hasta: DateTime, recordatorios: number, recordadaEn: DateTime | null, rechazadaEn: DateTime | null, retiradaEn: DateTime | null, tramite: { __typename: 'Tramite', codigo: string, nombre: string }, requisitos: Array<{ __typename: 'RequisitoPedido', respuesta: RespuestaDeRequisito | null, requisito: { __typename: 'Requisito', codigo: string, nombre: string, opcional: boolean }, recibido: { __typename: 'DocumentoRecibido', id: string, estado: EstadoAutorizacion, hasta: DateTime } | null }> } | null, errores: Array<
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'SolicitudNoEncontrada', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type RetirarSolicitudMutationVariables = Exact<{
  solicitudId: string;
}>;


export type RetirarSolicitudMutation = { __typename: 'Mutation', retirarSolicitud: { __typename: 'RetirarSolicitudPayload', solicitud: { __typename: 'Solicitud', id: string, ciudadanoId: string, numeroInterno: string | null, pedidaPor: string | null, estado: EstadoSolicitud, creadaEn: DateTime, hasta: DateTime, recordatorios: number, recordadaEn: DateTime | null, rechazadaEn: DateTime | null, retiradaEn: DateTime | null, tramite: { __typename: 'Tramite', codigo: string, nombre: string }, requisitos: Array<{ __typename: 'RequisitoPedido', respuesta: RespuestaDeRequisito | null, requisito: { __typename: 'Requisito', codigo: string, nombre: string, opcional: boolean }, recibido: { __typename: 'DocumentoRecibido', id: string, estado: EstadoAutorizacion, hasta: DateTime } | null }> } | null, errores: Array<
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'SolicitudNoEncontrada', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type RecibidosQueryVariables = Exact<{
  filtro?: FiltroRecibidos | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type RecibidosQuery = { __typename: 'Query', documentosRecibidos: { __typename: 'DocumentoRecibidoConnection', edges: Array<{ __typename: 'DocumentoRecibidoEdge', cursor: string, node: { __typename: 'DocumentoRecibido', id: string, numeroInterno: string, ciudadanoId: string, estado: EstadoAutorizacion, hasta: DateTime, terminadaEn: DateTime | null, borradoPedidoEn: DateTime | null, tramite: { __typename: 'Tramite', codigo: string, nombre: string }, requisito: { __typename: 'Requisito', codigo: string, nombre: string }, ultimaMirada: { __typename: 'UltimaMirada', en: DateTime, por: string } | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type EntregaDeListaFragment = { __typename: 'Entrega', id: string, entregaId: UUID, ciudadanoId: string, estado: EstadoEntrega, anunciadaEn: DateTime, entregadaEn: DateTime | null, eliminadaEn: DateTime | null, canceladaEn: DateTime | null, titulo: string | null, tipo: string | null, nombreArchivo: string | null, tamanoBytes: Long | null, llave: string | null, titular: string | null, numero: string | null, vigenciaDesde: string | null, vigenciaHasta: string | null, estadoJuridico: EstadoJuridico | null, revocadaEn: DateTime | null, motivo: string | null, reemplazadaPor: UUID | null, reemplazaA: UUID | null, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null } & { ' $fragmentName'?: 'EntregaDeListaFragment' };

export type EntregasQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EntregasQuery = { __typename: 'Query', entregas: { __typename: 'EntregaConnection', edges: Array<{ __typename: 'EntregaEdge', cursor: string, node: { __typename: 'Entrega', id: string, entregaId: UUID, ciudadanoId: string, estado: EstadoEntrega, anunciadaEn: DateTime, entregadaEn: DateTime | null, eliminadaEn: DateTime | null, canceladaEn: DateTime | null, titulo: string | null, tipo: string | null, nombreArchivo: string | null, tamanoBytes: Long | null, llave: string | null, titular: string | null, numero: string | null, vigenciaDesde: string | null, vigenciaHasta: string | null, estadoJuridico: EstadoJuridico | null, revocadaEn: DateTime | null, motivo: string | null, reemplazadaPor: UUID | null, reemplazaA: UUID | null, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type VerificarEntregaQueryVariables = Exact<{
  entregaId: string;
}>;


export type VerificarEntregaQuery = { __typename: 'Query', verificarDocumento: { __typename: 'Verificacion', valida: boolean, resultado: ResultadoVerificacion } | null };

export type MiEntidadQueryVariables = Exact<{
  id: string;
}>;


export type MiEntidadQuery = { __typename: 'Query', entidad: { __typename: 'Entidad', id: string, llaves: string | null } | null };

export type RevocarEntregaMutationVariables = Exact<{
  input: RevocarEntregaInput;
}>;


export type RevocarEntregaMutation = { __typename: 'Mutation', revocarEntrega: { __typename: 'RevocarEntregaPayload', entrega: { __typename: 'Entrega', id: string, entregaId: UUID, ciudadanoId: string, estado: EstadoEntrega, anunciadaEn: DateTime, entregadaEn: DateTime | null, eliminadaEn: DateTime | null, canceladaEn: DateTime | null, titulo: string | null, tipo: string | null, nombreArchivo: string | null, tamanoBytes: Long | null, llave: string | null, titular: string | null, numero: string | null, vigenciaDesde: string | null, vigenciaHasta: string | null, estadoJuridico: EstadoJuridico | null, revocadaEn: DateTime | null, motivo: string | null, reemplazadaPor: UUID | null, reemplazaA: UUID | null, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null } | null, errores: Array<
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensaje: string }> }
      | { __typename: 'EntregaNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type CancelarEntregaMutationVariables = Exact<{
  entregaId: string;
}>;


export type CancelarEntregaMutation = { __typename: 'Mutation', cancelarEntrega: { __typename: 'CancelarEntregaPayload', entrega: { __typename: 'Entrega', id: string, entregaId: UUID, ciudadanoId: string, estado: EstadoEntrega, anunciadaEn: DateTime, entregadaEn: DateTime | null, eliminadaEn: DateTime | null, canceladaEn: DateTime | null, titulo: string | null, tipo: string | null, nombreArchivo: string | null, tamanoBytes: Long | null, llave: string | null, titular: string | null, numero: string | null, vigenciaDesde: string | null, vigenciaHasta: string | null, estadoJuridico: EstadoJuridico | null, revocadaEn: DateTime | null, motivo: string | null, reemplazadaPor: UUID | null, reemplazaA: UUID | null, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null } | null, errores: Array<
      | { __typename: 'EntregaNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type ReemplazarMutationVariables = Exact<{
  input: EntregarDocumentoInput;
}>;


export type ReemplazarMutation = { __typename: 'Mutation', entregarDocumento: { __typename: 'EntregarDocumentoPayload', entrega: { __typename: 'Entrega', id: string, entregaId: UUID } | null, carga: { __typename: 'Carga', metodo: string, url: string, expiraEn: DateTime, encabezados: Array<{ __typename: 'Encabezado', nombre: string, valor: string }> } | null, errores: Array<
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensaje: string }> }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type ConfirmarReemplazoMutationVariables = Exact<{
  entregaId: string;
}>;


export type ConfirmarReemplazoMutation = { __typename: 'Mutation', confirmarEntrega: { __typename: 'ConfirmarEntregaPayload', entrega: { __typename: 'Entrega', id: string, entregaId: UUID, ciudadanoId: string, estado: EstadoEntrega, anunciadaEn: DateTime, entregadaEn: DateTime | null, eliminadaEn: DateTime | null, canceladaEn: DateTime | null, titulo: string | null, tipo: string | null, nombreArchivo: string | null, tamanoBytes: Long | null, llave: string | null, titular: string | null, numero: string | null, vigenciaDesde: string | null, vigenciaHasta: string | null, estadoJuridico: EstadoJuridico | null, revocadaEn: DateTime | null, motivo: string | null, reemplazadaPor: UUID | null, reemplazaA: UUID | null, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null } | null, errores: Array<
      | { __typename: 'CargaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntregaNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

type FallaDeEntrega_AutorizacionNoEncontrada_Fragment = { __typename: 'AutorizacionNoEncontrada', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_AutorizacionNoEncontrada_Fragment' };

type FallaDeEntrega_CargaInvalida_Fragment = { __typename: 'CargaInvalida', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_CargaInvalida_Fragment' };

type FallaDeEntrega_CarpetaNoEncontrada_Fragment = { __typename: 'CarpetaNoEncontrada', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_CarpetaNoEncontrada_Fragment' };

type FallaDeEntrega_CodigoNoEncontrado_Fragment = { __typename: 'CodigoNoEncontrado', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_CodigoNoEncontrado_Fragment' };

type FallaDeEntrega_CuotaExcedida_Fragment = { __typename: 'CuotaExcedida', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_CuotaExcedida_Fragment' };

type FallaDeEntrega_DocumentoCambiado_Fragment = { __typename: 'DocumentoCambiado', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_DocumentoCambiado_Fragment' };

type FallaDeEntrega_DocumentoNoEncontrado_Fragment = { __typename: 'DocumentoNoEncontrado', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_DocumentoNoEncontrado_Fragment' };

type FallaDeEntrega_EliminacionNoEncontrada_Fragment = { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_EliminacionNoEncontrada_Fragment' };

type FallaDeEntrega_EmbargoNoEncontrado_Fragment = { __typename: 'EmbargoNoEncontrado', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_EmbargoNoEncontrado_Fragment' };

type FallaDeEntrega_EntidadNoEncontrada_Fragment = { __typename: 'EntidadNoEncontrada', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_EntidadNoEncontrada_Fragment' };

type FallaDeEntrega_EntradaInvalida_Fragment = { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string, campos: Array<{ __typename: 'CampoInvalido', campo: string, mensaje: string }> } & { ' $fragmentName'?: 'FallaDeEntrega_EntradaInvalida_Fragment' };

type FallaDeEntrega_EntregaNoEncontrada_Fragment = { __typename: 'EntregaNoEncontrada', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_EntregaNoEncontrada_Fragment' };

type FallaDeEntrega_MensajeNoEncontrado_Fragment = { __typename: 'MensajeNoEncontrado', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_MensajeNoEncontrado_Fragment' };

type FallaDeEntrega_OperacionNoPermitida_Fragment = { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_OperacionNoPermitida_Fragment' };

type FallaDeEntrega_SolicitudNoEncontrada_Fragment = { __typename: 'SolicitudNoEncontrada', codigo: CodigoDeError, mensaje: string } & { ' $fragmentName'?: 'FallaDeEntrega_SolicitudNoEncontrada_Fragment' };

export type FallaDeEntregaFragment =
  | FallaDeEntrega_AutorizacionNoEncontrada_Fragment
  | FallaDeEntrega_CargaInvalida_Fragment
  | FallaDeEntrega_CarpetaNoEncontrada_Fragment
  | FallaDeEntrega_CodigoNoEncontrado_Fragment
  | FallaDeEntrega_CuotaExcedida_Fragment
  | FallaDeEntrega_DocumentoCambiado_Fragment
  | FallaDeEntrega_DocumentoNoEncontrado_Fragment
  | FallaDeEntrega_EliminacionNoEncontrada_Fragment
  | FallaDeEntrega_EmbargoNoEncontrado_Fragment
  | FallaDeEntrega_EntidadNoEncontrada_Fragment
  | FallaDeEntrega_EntradaInvalida_Fragment
  | FallaDeEntrega_EntregaNoEncontrada_Fragment
  | FallaDeEntrega_MensajeNoEncontrado_Fragment
  | FallaDeEntrega_OperacionNoPermitida_Fragment
  | FallaDeEntrega_SolicitudNoEncontrada_Fragment
;

export type EliminacionesPorAtenderQueryVariables = Exact<{
  operadorId?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EliminacionesPorAtenderQuery = { __typename: 'Query', eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', id: string, eventoId: UUID, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: DateTime, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: DateTime | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: DateTime }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type PorQueNoAvanzaQueryVariables = Exact<{
  eventoId: string;
}>;


export type PorQueNoAvanzaQuery = { __typename: 'Query', porQueNoAvanza: { __typename: 'Bloqueo', causa: CausaBloqueo, detalle: string, desde: DateTime | null, hasta: DateTime | null, quien: string | null, siguiente: string } | null };

export type ReintentarEliminacionMutationVariables = Exact<{
  eventoId: string;
}>;


export type ReintentarEliminacionMutation = { __typename: 'Mutation', reintentarEliminacion: { __typename: 'ReintentarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: UUID, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: DateTime, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: DateTime | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: DateTime }> } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type CartasMuertasQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CartasMuertasQuery = { __typename: 'Query', mensajesMuertos: { __typename: 'MensajeMuertoConnection', total: number, sinMirar: number, edges: Array<{ __typename: 'MensajeMuertoEdge', cursor: string, node: { __typename: 'MensajeMuerto', copiaId: string, cola: string, motivo: string, legible: boolean, eventoId: UUID | null, operadorId: string | null, intento: number, muertoEn: DateTime | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type ReencolarMutationVariables = Exact<{
  input: ReencolarMensajesInput;
}>;


export type ReencolarMutation = { __typename: 'Mutation', reencolarMensajes: { __typename: 'ReencolarMensajesPayload', simulado: boolean, reencolados: number, restantes: number, detenidoPor: ParadaDeReencolado | null, detalle: string | null, lotes: Array<{ __typename: 'LoteReencolado', tamano: number }>, errores: Array<
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'MensajeNoEncontrado', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type PorAprobarQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PorAprobarQuery = { __typename: 'Query', eliminaciones: { __typename: 'EliminacionConnection', edges: Array<{ __typename: 'EliminacionEdge', cursor: string, node: { __typename: 'Eliminacion', id: string, eventoId: UUID, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, solicitadaEn: DateTime, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null, emisor: { __typename: 'Emisor', nombre: string } | null, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: DateTime, resultado: ResultadoAprobacion, comentario: string | null } | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type PedidoFragment = { __typename: 'Eliminacion', id: string, eventoId: UUID, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, solicitadaEn: DateTime, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null, emisor: { __typename: 'Emisor', nombre: string } | null, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: DateTime, resultado: ResultadoAprobacion, comentario: string | null } | null } & { ' $fragmentName'?: 'PedidoFragment' };

export type QuienPidioQueryVariables = Exact<{
  eventoId: string;
}>;


export type QuienPidioQuery = { __typename: 'Query', eventosAuditoria: { __typename: 'EventoAuditoriaConnection', nodes: Array<{ __typename: 'EventoAuditoria', carpetaId: UUID | null, enNombreDe: string | null, actor: { __typename: 'ActorAuditoria', tipo: string, actorId: string } }> } | null };

export type AprobarMutationVariables = Exact<{
  eventoId: string;
  comentario?: string | null | undefined;
}>;


export type AprobarMutation = { __typename: 'Mutation', aprobarEliminacion: { __typename: 'AprobarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: UUID, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, solicitadaEn: DateTime, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null, emisor: { __typename: 'Emisor', nombre: string } | null, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: DateTime, resultado: ResultadoAprobacion, comentario: string | null } | null } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type RechazarMutationVariables = Exact<{
  eventoId: string;
  comentario: string;
}>;


export type RechazarMutation = { __typename: 'Mutation', rechazarEliminacion: { __typename: 'RechazarEliminacionPayload', eliminacion: { __typename: 'Eliminacion', id: string, eventoId: UUID, estado: EstadoSaga, pasoActual: PasoSaga, titulo: string | null, solicitadaEn: DateTime, clase: { __typename: 'TipoDeDocumento', codigo: string, nombre: string } | null, emisor: { __typename: 'Emisor', nombre: string } | null, aprobacion: { __typename: 'Aprobacion', motivo: string, hasta: DateTime, resultado: ResultadoAprobacion, comentario: string | null } | null } | null, errores: Array<
      | { __typename: 'EliminacionNoEncontrada', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'EntradaInvalida', codigo: CodigoDeError, mensaje: string }
      | { __typename: 'OperacionNoPermitida', codigo: CodigoDeError, mensaje: string }
    > } | null };

export type EventoDelRastroFragment = { __typename: 'EventoAuditoria', eventoId: UUID, tipo: TipoEventoAuditoria, servicio: ServicioAuditoria, correlationId: string, momento: DateTime, outcome: ResultadoAuditoria, severity: GravedadAuditoria, enNombreDe: string | null, proposito: string | null, baseLegal: string | null, operadorId: string | null, carpetaId: UUID | null, documentoId: UUID | null, recurso: { __typename: 'RecursoAuditoria', tipo: string, recursoId: string }, actor: { __typename: 'ActorAuditoria', tipo: string, actorId: string, operadorId: string | null, entidadId: string | null }, datos: Array<{ __typename: 'DatoAuditoria', nombre: string, valor: string }> } & { ' $fragmentName'?: 'EventoDelRastroFragment' };

export type RastroQueryVariables = Exact<{
  filtro: FiltroEventosAuditoria;
  after?: string | null | undefined;
  contar: boolean;
}>;


export type RastroQuery = { __typename: 'Query', eventosAuditoria: { __typename: 'EventoAuditoriaConnection', nodes: Array<{ __typename: 'EventoAuditoria', eventoId: UUID, tipo: TipoEventoAuditoria, servicio: ServicioAuditoria, correlationId: string, momento: DateTime, outcome: ResultadoAuditoria, severity: GravedadAuditoria, enNombreDe: string | null, proposito: string | null, baseLegal: string | null, operadorId: string | null, carpetaId: UUID | null, documentoId: UUID | null, recurso: { __typename: 'RecursoAuditoria', tipo: string, recursoId: string }, actor: { __typename: 'ActorAuditoria', tipo: string, actorId: string, operadorId: string | null, entidadId: string | null }, datos: Array<{ __typename: 'DatoAuditoria', nombre: string, valor: string }> }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null }, total?: { __typename: 'TotalAuditoria', cuantos: number, acotado: boolean } } | null };

export type PruebaDeEventoQueryVariables = Exact<{
  eventId: string;
  operadorId?: string | null | undefined;
}>;


export type PruebaDeEventoQuery = { __typename: 'Query', pruebaDeEvento: { __typename: 'PruebaDeEvento', eventId: UUID, evento: string, sinSello: MotivoSinSello | null, sello: { __typename: 'SelloDeEvento', prueba: string, llaves: string } | null } | null };

export type EliminacionDeListaFragment = { __typename: 'Eliminacion', id: string, eventoId: UUID, secuencia: number, estado: EstadoSaga, pasoActual: PasoSaga, solicitadaEn: DateTime, progreso: { __typename: 'Progreso', paso: number, totalPasos: number, intento: number, proximoReintento: DateTime | null }, errores: Array<{ __typename: 'FallaDePaso', codigo: string, mensaje: string, en: DateTime }> } & { ' $fragmentName'?: 'EliminacionDeListaFragment' };

export const SolicitudPedidaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SolicitudPedida"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Solicitud"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"numeroInterno"}},{"kind":"Field","name":{"kind":"Name","value":"pedidaPor"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"creadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"recordatorios"}},{"kind":"Field","name":{"kind":"Name","value":"recordadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"rechazadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"retiradaEn"}},{"kind":"Field","name":{"kind":"Name","value":"tramite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requisitos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"requisito"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"opcional"}}]}},{"kind":"Field","name":{"kind":"Name","value":"respuesta"}},{"kind":"Field","name":{"kind":"Name","value":"recibido"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}}]}}]}}]}}]} as unknown as DocumentNode<SolicitudPedidaFragment, unknown>;
export const EntregaDeListaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntregaDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Entrega"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entregaId"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"anunciadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"entregadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"eliminadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"canceladaEn"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nombreArchivo"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"llave"}},{"kind":"Field","name":{"kind":"Name","value":"titular"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaDesde"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaHasta"}},{"kind":"Field","name":{"kind":"Name","value":"estadoJuridico"}},{"kind":"Field","name":{"kind":"Name","value":"revocadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazadaPor"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazaA"}}]}}]} as unknown as DocumentNode<EntregaDeListaFragment, unknown>;
export const FallaDeEntregaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<FallaDeEntregaFragment, unknown>;
export const PedidoFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Pedido"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emisor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<PedidoFragment, unknown>;
export const EventoDelRastroFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventoDelRastro"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventoAuditoria"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"servicio"}},{"kind":"Field","name":{"kind":"Name","value":"correlationId"}},{"kind":"Field","name":{"kind":"Name","value":"momento"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"recurso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"recursoId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"entidadId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"enNombreDe"}},{"kind":"Field","name":{"kind":"Name","value":"proposito"}},{"kind":"Field","name":{"kind":"Name","value":"baseLegal"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"carpetaId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"datos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"valor"}}]}}]}}]} as unknown as DocumentNode<EventoDelRastroFragment, unknown>;
export const EliminacionDeListaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionDeListaFragment, unknown>;
export const AtrasoDocument = {"__meta__":{"hash":"207bc6ff10199231c722220e48d4388cbf3376c2df9e7638116b6bbfe6d1317e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Atraso"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operadorId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"atraso"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"operadorId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operadorId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"acotado"}},{"kind":"Field","name":{"kind":"Name","value":"masAntigua"}},{"kind":"Field","name":{"kind":"Name","value":"edades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edad"}},{"kind":"Field","name":{"kind":"Name","value":"cuantas"}}]}}]}}]}}]} as unknown as DocumentNode<AtrasoQuery, AtrasoQueryVariables>;
export const TramitesDeEntidadDocument = {"__meta__":{"hash":"2141cc6accc25eabc1cb876cda36f8fe7bc1b0a21650e8ecd8dafb9b00b6127b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TramitesDeEntidad"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tramites"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"finalidad"}},{"kind":"Field","name":{"kind":"Name","value":"requisitos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"opcional"}}]}}]}}]}}]} as unknown as DocumentNode<TramitesDeEntidadQuery, TramitesDeEntidadQueryVariables>;
export const SolicitudesPedidasDocument = {"__meta__":{"hash":"f9bf4201ab27bf67f8de2512a521541b0f93f303f558be7338efc19ad61fb8cf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SolicitudesPedidas"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FiltroSolicitudes"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"solicitudes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SolicitudPedida"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SolicitudPedida"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Solicitud"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"numeroInterno"}},{"kind":"Field","name":{"kind":"Name","value":"pedidaPor"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"creadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"recordatorios"}},{"kind":"Field","name":{"kind":"Name","value":"recordadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"rechazadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"retiradaEn"}},{"kind":"Field","name":{"kind":"Name","value":"tramite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requisitos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"requisito"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"opcional"}}]}},{"kind":"Field","name":{"kind":"Name","value":"respuesta"}},{"kind":"Field","name":{"kind":"Name","value":"recibido"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}}]}}]}}]}}]} as unknown as DocumentNode<SolicitudesPedidasQuery, SolicitudesPedidasQueryVariables>;
export const SolicitarDocument = {"__meta__":{"hash":"a535926acc5e3433fe08f83b5e903e9d8b233804728327e251ddced1ec06bf70"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Solicitar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SolicitarDocumentosInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"solicitarDocumentos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"solicitud"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SolicitudPedida"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SolicitudPedida"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Solicitud"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"numeroInterno"}},{"kind":"Field","name":{"kind":"Name","value":"pedidaPor"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"creadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"recordatorios"}},{"kind":"Field","name":{"kind":"Name","value":"recordadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"rechazadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"retiradaEn"}},{"kind":"Field","name":{"kind":"Name","value":"tramite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requisitos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"requisito"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"opcional"}}]}},{"kind":"Field","name":{"kind":"Name","value":"respuesta"}},{"kind":"Field","name":{"kind":"Name","value":"recibido"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<SolicitarMutation, SolicitarMutationVariables>;
export const RecordarSolicitudDocument = {"__meta__":{"hash":"9777421c17b4a6b0d018432ad4a8c7b80809edd19806c09550f2b29366c0b964"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RecordarSolicitud"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"solicitudId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"recordarSolicitud"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"solicitudId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"solicitudId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"solicitud"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SolicitudPedida"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SolicitudPedida"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Solicitud"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"numeroInterno"}},{"kind":"Field","name":{"kind":"Name","value":"pedidaPor"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"creadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"recordatorios"}},{"kind":"Field","name":{"kind":"Name","value":"recordadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"rechazadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"retiradaEn"}},{"kind":"Field","name":{"kind":"Name","value":"tramite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requisitos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"requisito"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"opcional"}}]}},{"kind":"Field","name":{"kind":"Name","value":"respuesta"}},{"kind":"Field","name":{"kind":"Name","value":"recibido"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<RecordarSolicitudMutation, RecordarSolicitudMutationVariables>;
export const RetirarSolicitudDocument = {"__meta__":{"hash":"4dc2100f3ab558bfe11e82dad45037efc532d0d4b280c76cb49c55c7463d4071"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetirarSolicitud"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"solicitudId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"retirarSolicitud"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"solicitudId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"solicitudId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"solicitud"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"SolicitudPedida"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SolicitudPedida"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Solicitud"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"numeroInterno"}},{"kind":"Field","name":{"kind":"Name","value":"pedidaPor"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"creadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"recordatorios"}},{"kind":"Field","name":{"kind":"Name","value":"recordadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"rechazadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"retiradaEn"}},{"kind":"Field","name":{"kind":"Name","value":"tramite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requisitos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"requisito"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"opcional"}}]}},{"kind":"Field","name":{"kind":"Name","value":"respuesta"}},{"kind":"Field","name":{"kind":"Name","value":"recibido"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<RetirarSolicitudMutation, RetirarSolicitudMutationVariables>;
export const RecibidosDocument = {"__meta__":{"hash":"7d0a812252647dabba9c9885c524e70e3624587711ffd89d647b075a808b1037"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Recibidos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FiltroRecibidos"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"documentosRecibidos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"numeroInterno"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"terminadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"borradoPedidoEn"}},{"kind":"Field","name":{"kind":"Name","value":"tramite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requisito"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ultimaMirada"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"en"}},{"kind":"Field","name":{"kind":"Name","value":"por"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<RecibidosQuery, RecibidosQueryVariables>;
export const EntregasDocument = {"__meta__":{"hash":"7dff3cc8c9ace482d45fe1b9ea94d64fc26da2cb084517671218c202a7879f33"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Entregas"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entregas"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EntregaDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntregaDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Entrega"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entregaId"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"anunciadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"entregadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"eliminadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"canceladaEn"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nombreArchivo"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"llave"}},{"kind":"Field","name":{"kind":"Name","value":"titular"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaDesde"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaHasta"}},{"kind":"Field","name":{"kind":"Name","value":"estadoJuridico"}},{"kind":"Field","name":{"kind":"Name","value":"revocadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazadaPor"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazaA"}}]}}]} as unknown as DocumentNode<EntregasQuery, EntregasQueryVariables>;
export const VerificarEntregaDocument = {"__meta__":{"hash":"8c9412eb95adfb2b9e4dce2891455306156c7bc149f22cf2ed1ca0387c380c5c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VerificarEntrega"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"entregaId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"verificarDocumento"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"documentoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"entregaId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"valida"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}}]}}]}}]} as unknown as DocumentNode<VerificarEntregaQuery, VerificarEntregaQueryVariables>;
export const MiEntidadDocument = {"__meta__":{"hash":"b4f06c3b2414ebc08ad628a56152fa4e2d39bf322724ff4c0ecbcb1072874796"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MiEntidad"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entidad"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"llaves"}}]}}]}}]} as unknown as DocumentNode<MiEntidadQuery, MiEntidadQueryVariables>;
export const RevocarEntregaDocument = {"__meta__":{"hash":"be7c79829fefd63a553662fb53f233a2d02d3fffd6519f0f2d76a7900e120273"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevocarEntrega"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevocarEntregaInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"revocarEntrega"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entrega"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EntregaDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntregaDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Entrega"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entregaId"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"anunciadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"entregadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"eliminadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"canceladaEn"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nombreArchivo"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"llave"}},{"kind":"Field","name":{"kind":"Name","value":"titular"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaDesde"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaHasta"}},{"kind":"Field","name":{"kind":"Name","value":"estadoJuridico"}},{"kind":"Field","name":{"kind":"Name","value":"revocadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazadaPor"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazaA"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<RevocarEntregaMutation, RevocarEntregaMutationVariables>;
export const CancelarEntregaDocument = {"__meta__":{"hash":"0d3361ad848e70b510724453aee9c4e2ec8e0a3879d33af90c2ac7184dbe18cc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelarEntrega"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"entregaId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cancelarEntrega"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"entregaId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"entregaId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entrega"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EntregaDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntregaDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Entrega"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entregaId"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"anunciadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"entregadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"eliminadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"canceladaEn"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nombreArchivo"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"llave"}},{"kind":"Field","name":{"kind":"Name","value":"titular"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaDesde"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaHasta"}},{"kind":"Field","name":{"kind":"Name","value":"estadoJuridico"}},{"kind":"Field","name":{"kind":"Name","value":"revocadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazadaPor"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazaA"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<CancelarEntregaMutation, CancelarEntregaMutationVariables>;
export const ReemplazarDocument = {"__meta__":{"hash":"187ddaea935f9b47ea2b882967da0c3e32826003315ddda6e6ff6f19cdf58f3e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reemplazar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EntregarDocumentoInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entregarDocumento"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entrega"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entregaId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"carga"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"metodo"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"encabezados"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"valor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expiraEn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<ReemplazarMutation, ReemplazarMutationVariables>;
export const ConfirmarReemplazoDocument = {"__meta__":{"hash":"5ce1abbf97198f9ccf7c34f818e38c474b521379565f1c2e5fc6263dd6666035"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmarReemplazo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"entregaId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"confirmarEntrega"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"entregaId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"entregaId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"entrega"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EntregaDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"FallaDeEntrega"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EntregaDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Entrega"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entregaId"}},{"kind":"Field","name":{"kind":"Name","value":"ciudadanoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"anunciadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"entregadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"eliminadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"canceladaEn"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nombreArchivo"}},{"kind":"Field","name":{"kind":"Name","value":"tamanoBytes"}},{"kind":"Field","name":{"kind":"Name","value":"llave"}},{"kind":"Field","name":{"kind":"Name","value":"titular"}},{"kind":"Field","name":{"kind":"Name","value":"numero"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaDesde"}},{"kind":"Field","name":{"kind":"Name","value":"vigenciaHasta"}},{"kind":"Field","name":{"kind":"Name","value":"estadoJuridico"}},{"kind":"Field","name":{"kind":"Name","value":"revocadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazadaPor"}},{"kind":"Field","name":{"kind":"Name","value":"reemplazaA"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FallaDeEntrega"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EntradaInvalida"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"campo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]} as unknown as DocumentNode<ConfirmarReemplazoMutation, ConfirmarReemplazoMutationVariables>;
export const EliminacionesPorAtenderDocument = {"__meta__":{"hash":"78e10749d73b515fb1350362080efc0412a71eb5246cc8a213be194db7482916"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EliminacionesPorAtender"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operadorId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"operadorId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operadorId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<EliminacionesPorAtenderQuery, EliminacionesPorAtenderQueryVariables>;
export const PorQueNoAvanzaDocument = {"__meta__":{"hash":"42f749c5939460b4975b2d67917e6b9292b1a0fe86cf0b93aff814668430a404"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PorQueNoAvanza"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"porQueNoAvanza"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"causa"}},{"kind":"Field","name":{"kind":"Name","value":"detalle"}},{"kind":"Field","name":{"kind":"Name","value":"desde"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"quien"}},{"kind":"Field","name":{"kind":"Name","value":"siguiente"}}]}}]}}]} as unknown as DocumentNode<PorQueNoAvanzaQuery, PorQueNoAvanzaQueryVariables>;
export const ReintentarEliminacionDocument = {"__meta__":{"hash":"52580bc944a8019cf1bf023d9a7fd6b11cdd8509b0aebbb44e404758baabccdb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReintentarEliminacion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"reintentarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EliminacionDeLista"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EliminacionDeLista"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"secuencia"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"progreso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"paso"}},{"kind":"Field","name":{"kind":"Name","value":"totalPasos"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"proximoReintento"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}},{"kind":"Field","name":{"kind":"Name","value":"en"}}]}}]}}]} as unknown as DocumentNode<ReintentarEliminacionMutation, ReintentarEliminacionMutationVariables>;
export const CartasMuertasDocument = {"__meta__":{"hash":"823606741fab763a83fa3e85aeccc337a9b88d74f8d9b71e71796af09279a018"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CartasMuertas"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"mensajesMuertos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"sinMirar"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"copiaId"}},{"kind":"Field","name":{"kind":"Name","value":"cola"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"legible"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"intento"}},{"kind":"Field","name":{"kind":"Name","value":"muertoEn"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<CartasMuertasQuery, CartasMuertasQueryVariables>;
export const ReencolarDocument = {"__meta__":{"hash":"9bb5b773d0f9312b24328c720fac3c410bd49ee0220f06ca964b7b92d4a148a5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reencolar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReencolarMensajesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"reencolarMensajes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"simulado"}},{"kind":"Field","name":{"kind":"Name","value":"reencolados"}},{"kind":"Field","name":{"kind":"Name","value":"restantes"}},{"kind":"Field","name":{"kind":"Name","value":"detenidoPor"}},{"kind":"Field","name":{"kind":"Name","value":"detalle"}},{"kind":"Field","name":{"kind":"Name","value":"lotes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tamano"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReencolarMutation, ReencolarMutationVariables>;
export const PorAprobarDocument = {"__meta__":{"hash":"a133ffc86368f139722502c74b349812eb6246b93d174de396c0eeef41582aca"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PorAprobar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminaciones"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"paso"},"value":{"kind":"EnumValue","value":"APROBACION"}},{"kind":"ObjectField","name":{"kind":"Name","value":"certificados"},"value":{"kind":"BooleanValue","value":true}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Pedido"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Pedido"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emisor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<PorAprobarQuery, PorAprobarQueryVariables>;
export const QuienPidioDocument = {"__meta__":{"hash":"0fc39c0173a4a0b47c9059381f6ceb0eaf94994b7ae065e4f59d013dea6be423"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuienPidio"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventosAuditoria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"correlationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"tipo"},"value":{"kind":"EnumValue","value":"ELIMINACION_SOLICITADA"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"carpetaId"}},{"kind":"Field","name":{"kind":"Name","value":"enNombreDe"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}}]}}]}}]}}]}}]} as unknown as DocumentNode<QuienPidioQuery, QuienPidioQueryVariables>;
export const AprobarDocument = {"__meta__":{"hash":"92cc11f830f5ffedbf6b64c9503a3c0e613626722a23ad63bd548b03143b97ab"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Aprobar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"aprobarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"comentario"},"value":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Pedido"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Pedido"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emisor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<AprobarMutation, AprobarMutationVariables>;
export const RechazarDocument = {"__meta__":{"hash":"c99b4e4cd67451495d786ac629d9e4d602fd8dc81057aba83f4316cadc7545bb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Rechazar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"rechazarEliminacion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eventoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventoId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"comentario"},"value":{"kind":"Variable","name":{"kind":"Name","value":"comentario"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eliminacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Pedido"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"errores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ErrorDeUsuario"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"mensaje"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Pedido"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Eliminacion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"estado"}},{"kind":"Field","name":{"kind":"Name","value":"pasoActual"}},{"kind":"Field","name":{"kind":"Name","value":"titulo"}},{"kind":"Field","name":{"kind":"Name","value":"clase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"codigo"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emisor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}}]}},{"kind":"Field","name":{"kind":"Name","value":"solicitadaEn"}},{"kind":"Field","name":{"kind":"Name","value":"aprobacion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"motivo"}},{"kind":"Field","name":{"kind":"Name","value":"hasta"}},{"kind":"Field","name":{"kind":"Name","value":"resultado"}},{"kind":"Field","name":{"kind":"Name","value":"comentario"}}]}}]}}]} as unknown as DocumentNode<RechazarMutation, RechazarMutationVariables>;
export const RastroDocument = {"__meta__":{"hash":"aa278fe168a3d2140f508738fd759459e7106f255aca9a6d3f9e03784f7da4a7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rastro"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FiltroEventosAuditoria"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"contar"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventosAuditoria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filtro"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filtro"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventoDelRastro"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"unmask"}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"contar"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cuantos"}},{"kind":"Field","name":{"kind":"Name","value":"acotado"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventoDelRastro"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EventoAuditoria"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventoId"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"servicio"}},{"kind":"Field","name":{"kind":"Name","value":"correlationId"}},{"kind":"Field","name":{"kind":"Name","value":"momento"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"recurso"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"recursoId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tipo"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"entidadId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"enNombreDe"}},{"kind":"Field","name":{"kind":"Name","value":"proposito"}},{"kind":"Field","name":{"kind":"Name","value":"baseLegal"}},{"kind":"Field","name":{"kind":"Name","value":"operadorId"}},{"kind":"Field","name":{"kind":"Name","value":"carpetaId"}},{"kind":"Field","name":{"kind":"Name","value":"documentoId"}},{"kind":"Field","name":{"kind":"Name","value":"datos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nombre"}},{"kind":"Field","name":{"kind":"Name","value":"valor"}}]}}]}}]} as unknown as DocumentNode<RastroQuery, RastroQueryVariables>;
export const PruebaDeEventoDocument = {"__meta__":{"hash":"5e70c5200a9bf02a9c50006af4abff9a2a2787f4c89447c3e8fb517963c58ea5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PruebaDeEvento"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operadorId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"pruebaDeEvento"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}},{"kind":"Argument","name":{"kind":"Name","value":"operadorId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operadorId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"evento"}},{"kind":"Field","name":{"kind":"Name","value":"sinSello"}},{"kind":"Field","name":{"kind":"Name","value":"sello"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"prueba"}},{"kind":"Field","name":{"kind":"Name","value":"llaves"}}]}}]}}]}}]} as unknown as DocumentNode<PruebaDeEventoQuery, PruebaDeEventoQueryVariables>;