export const esquema = `
directive @ofCaller on FIELD_DEFINITION | OBJECT

directive @ofEvent on FIELD_DEFINITION

directive @pages(default: Int!, max: Int!) on FIELD_DEFINITION

directive @price(cost: Int!, each: String) on FIELD_DEFINITION

directive @walks on ARGUMENT_DEFINITION | FIELD_DEFINITION

union AbrirCarpetaError = EntradaInvalida | OperacionNoPermitida

input AbrirCarpetaInput {
  ciudadanoId: String!
}

type AbrirCarpetaPayload {
  carpeta: CarpetaAbierta
  errores: [AbrirCarpetaError!]!
}

union AbrirDocumentoRecibidoError = DocumentoNoEncontrado | OperacionNoPermitida

input AbrirDocumentoRecibidoInput {
  recibidoId: ID!
}

type AbrirDocumentoRecibidoPayload {
  abierto: DocumentoAbierto
  errores: [AbrirDocumentoRecibidoError!]!
}

type Acceso {
  acto: String!
  autorizacionId: ID
  baseLegal: String
  documento: Documento
  documentoId: UUID
  en: DateTime!
  entidad: String
  entidadId: String
  eventoId: UUID!
  operadorId: String
  propio: Boolean!
  proposito: String
  rol: String!
  tipo: String!
  titulo: String
}

type AccesoConnection {
  edges: [AccesoEdge!]!
  nodes: [Acceso!]!
  pageInfo: PageInfo!
}

type AccesoEdge {
  cursor: String!
  node: Acceso!
}

type AccesoNuevo {
  acceso: Acceso
  cursor: String!
}

type ActorAuditoria {
  actorId: String!
  entidadId: String
  operadorId: String
  tipo: String!
}

enum AlcanceCodigo {
  DATOS
  DATOS_Y_ARCHIVO
}

type Aprobacion {
  comentario: String
  decididaEn: DateTime
  hasta: DateTime!
  motivo: String!
  resultado: ResultadoAprobacion!
}

union AprobarEliminacionError = EliminacionNoEncontrada | EntradaInvalida | OperacionNoPermitida

input AprobarEliminacionInput {
  comentario: String
  eventoId: ID!
}

type AprobarEliminacionPayload {
  eliminacion: Eliminacion
  errores: [AprobarEliminacionError!]!
}

type AtrasoDeEdad {
  cuantas: Int!
  edad: EdadDeEliminacion!
}

type AtrasoDeEstado {
  acotado: Boolean!
  edades: [AtrasoDeEdad!]!
  estado: EstadoSaga!
  masAntigua: DateTime
  total: Int!
}

type Auditoria {
  carpetaId: UUID!
  decididaPor: String
  operadorId: String!
  solicitadaPor: String!
}

type Autorizacion implements Node {
  autorizacionId: UUID!
  borradoPedidoEn: DateTime
  conCopiaVerificable: Boolean!
  constancia: PruebaDeEvento
  constanciaDeFin: PruebaDeEvento
  desde: DateTime!
  documentos: [DocumentoAutorizado!]!
  entidad: EntidadQuePide!
  estado: EstadoAutorizacion!
  finalidadLeida: String
  hasta: DateTime!
  id: ID!
  miradas: Miradas!
  numeroInterno: String!
  solicitudId: ID!
  terminadaEn: DateTime
  tramite: Tramite!
}

type AutorizacionConnection {
  edges: [AutorizacionEdge!]!
  nodes: [Autorizacion!]!
  pageInfo: PageInfo!
}

type AutorizacionEdge {
  cursor: String!
  node: Autorizacion!
}

input AutorizacionInput {
  autorizacionId: ID!
}

type AutorizacionNoEncontrada implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type Bloqueo {
  causa: CausaBloqueo!
  desde: DateTime
  detalle: String!
  hasta: DateTime
  quien: String
  siguiente: String!
}

union BorrarYaError = EntradaInvalida

input BorrarYaInput {
  eventoIds: [ID!]!
}

type BorrarYaPayload {
  errores: [BorrarYaError!]!
  resultados: [ResultadoDeBorrarYa!]!
}

type CambioDeEliminacion {
  en: DateTime!
  estado: EstadoSaga!
  intento: Int!
  paso: PasoSaga!
  secuencia: Int!
}

type CampoInvalido {
  campo: String!
  mensaje: String!
}

enum CampoOrdenDocumentos {
  DOCUMENTO_ID
  FECHA_RECEPCION
  TAMANO_BYTES
  TIPO_DOCUMENTO
  TITULO
}

union CancelarCargaError = DocumentoNoEncontrado | OperacionNoPermitida

input CancelarCargaInput {
  documentoId: ID!
}

type CancelarCargaPayload {
  carpeta: Carpeta
  documentoGlobalId: ID
  errores: [CancelarCargaError!]!
}

union CancelarEliminacionError = EliminacionNoEncontrada | OperacionNoPermitida

input CancelarEliminacionInput {
  eventoId: ID!
}

type CancelarEliminacionPayload {
  documento: Documento
  eliminacion: Eliminacion
  errores: [CancelarEliminacionError!]!
}

union CancelarEntregaError = EntregaNoEncontrada | OperacionNoPermitida

input CancelarEntregaInput {
  entregaId: ID!
}

type CancelarEntregaPayload {
  entrega: Entrega
  errores: [CancelarEntregaError!]!
}

type Carga {
  encabezados: [Encabezado!]!
  expiraEn: DateTime!
  metodo: String!
  url: String!
}

type CargaInvalida implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type CargaPendiente {
  documento: Documento!
  expiraEn: DateTime!
  iniciadaEn: DateTime!
}

type CargaPendienteConnection {
  edges: [CargaPendienteEdge!]!
  nodes: [CargaPendiente!]!
  pageInfo: PageInfo!
}

type CargaPendienteEdge {
  cursor: String!
  node: CargaPendiente!
}

type Carpeta implements Node {
  accesos(after: String, before: String, first: Int, last: Int): AccesoConnection
  autorizaciones(after: String, before: String, filtro: FiltroAutorizaciones, first: Int, last: Int): AutorizacionConnection
  cargas(after: String, before: String, first: Int, last: Int): CargaPendienteConnection
  carpetaId: UUID!
  codigos(after: String, before: String, first: Int, last: Int): CodigoConnection
  documentos(after: String, before: String, filtro: FiltroDocumentos, first: Int, last: Int, orden: OrdenDocumentos): DocumentoConnection
  eliminaciones(after: String, before: String, filtro: FiltroEliminacionesDeCarpeta, first: Int, last: Int): EliminacionConnection
  entidadesSilenciadas: [EntidadSilenciada!]
  id: ID!
  operadorId: String!
  papelera(after: String, before: String, first: Int, last: Int): DocumentoEnPapeleraConnection
  solicitudes(after: String, before: String, filtro: FiltroSolicitudesDeCarpeta, first: Int, last: Int): SolicitudConnection
  totalDocumentosAproximado: Long!
  totalEnPapeleraAproximado: Long!
  uso: UsoDeCarpeta!
}

type CarpetaAbierta {
  carpetaId: UUID!
  ciudadanoId: String!
  nueva: Boolean!
  operadorId: String!
}

type CarpetaNoEncontrada implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

enum CausaBloqueo {
  ARRENDADA
  ATRASADA
  AVANZANDO
  BROKER_SIN_CONFIRMAR
  CARTA_MUERTA
  COLA_LLENA
  COMPENSANDO
  ESPERA_APROBACION
  REINTENTO
  SIN_PROCESO
  SIN_RUTA
  TERMINADA
  TURNO
  VENTANA_ABIERTA
}

union CerrarSesionesError = OperacionNoPermitida

type CerrarSesionesPayload {
  antesDe: DateTime
  errores: [CerrarSesionesError!]!
}

type Codigo implements Node {
  alcance: AlcanceCodigo!
  codigo: String
  codigoId: UUID!
  conCopiaVerificable: Boolean!
  creadoEn: DateTime!
  direccion: String
  documento: Documento
  estado: EstadoCodigo!
  hasta: DateTime!
  id: ID!
  maxUsos: Int
  mostrarTitular: Boolean!
  referencia: String!
  terminadoEn: DateTime
  usos: Int!
}

type CodigoConnection {
  edges: [CodigoEdge!]!
  nodes: [Codigo!]!
  pageInfo: PageInfo!
}

enum CodigoDeError {
  APROBACION_DADA
  APROBACION_INNECESARIA
  APROBACION_PROPIA
  APROBACION_RECHAZADA
  APROBACION_RETIRADA
  APROBACION_VENCIDA
  ARCHIVO_DISTINTO
  ARCHIVO_PENDIENTE
  AUTORIZACION_TERMINADA
  AUTORIZACION_VIGENTE
  BAD_USER_INPUT
  CARGA_TERMINADA
  CARPETA_LLENA
  CIUDADANO_DE_OTRO_OPERADOR
  CIUDADANO_SIN_CARPETA
  COLA_SIN_DESTINO
  DEMASIADAS_SILENCIADAS
  DEMASIADAS_SOLICITUDES
  DEMASIADOS_CODIGOS
  DOCUMENTO_BLOQUEADO
  DOCUMENTO_CAMBIADO
  DOCUMENTO_CERTIFICADO
  DOCUMENTO_EN_CARGA
  DOCUMENTO_INTACTO
  DOCUMENTO_NO_CERTIFICADO
  DOCUMENTO_NO_MOSTRABLE
  ELIMINACION_NO_FALLIDA
  ENTIDAD_INACTIVA
  ENTIDAD_NO_RECEPTORA
  ENTREGA_CANCELADA
  ENTREGA_CONFIRMADA
  ENTREGA_REEMPLAZADA
  ENTREGA_REVOCADA
  ENTREGA_SIN_CONFIRMAR
  ENTREGA_VENCIDA
  FIRMA_INVALIDA
  LLAVE_DESCONOCIDA
  LLAVE_DE_OTRA_ENTIDAD
  LLAVE_REVOCADA
  LLAVE_VENCIDA
  NIT_DE_OTRA_ENTIDAD
  NOT_FOUND
  NO_DISPONIBLE
  NO_ESTA_EN_PAPELERA
  NUMERO_INTERNO_USADO
  OTRA_DECLARACION
  QUOTA_EXCEEDED
  RECORDATORIO_NO_ADMITIDO
  SESIONES_SIN_LUGAR
  SOLICITUD_CAMBIADA
  SOLICITUD_CERRADA
  SOLICITUD_YA_ABIERTA
  TITULAR_SIN_FIRMA
  VENTANA_CERRADA
  VERIFICACION_EN_CURSO
}

type CodigoEdge {
  cursor: String!
  node: Codigo!
}

type CodigoNoEncontrado implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

union ConfirmarCargaError = CargaInvalida | DocumentoNoEncontrado

input ConfirmarCargaInput {
  documentoId: ID!
}

type ConfirmarCargaPayload {
  carpeta: Carpeta
  documento: Documento
  errores: [ConfirmarCargaError!]!
}

union ConfirmarEntregaError = CargaInvalida | EntregaNoEncontrada | OperacionNoPermitida

input ConfirmarEntregaInput {
  entregaId: ID!
}

type ConfirmarEntregaPayload {
  entrega: Entrega
  errores: [ConfirmarEntregaError!]!
}

union CrearCodigoError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida

input CrearCodigoInput {
  alcance: AlcanceCodigo! = DATOS
  conCopiaVerificable: Boolean! = false
  documentoId: ID!
  hasta: DateTime
  maxUsos: Int
  mostrarTitular: Boolean! = false
  referencia: String! = ""
}

type CrearCodigoPayload {
  codigo: Codigo
  errores: [CrearCodigoError!]!
}

type CuotaExcedida implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
  uso: UsoDeCarpeta!
}

scalar DateTime @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time")

type DatoAuditoria {
  nombre: String!
  valor: String!
}

input DeclaracionInput {
  fechaEmision: String!
  numero: String
  titular: TitularInput!
  vigencia: VigenciaInput
}

union DeleteDocumentoError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida

input DeleteDocumentoInput {
  documentoId: ID!
  ventana: Int! = 0
}

type DeleteDocumentoPayload {
  documento: Documento
  eliminacion: Eliminacion
  errores: [DeleteDocumentoError!]!
}

type Denuncia {
  cuantas: Int!
  dia: String!
  tramite: String!
}

union DenunciarEntidadError = OperacionNoPermitida | SolicitudNoEncontrada

type DenunciarEntidadPayload {
  errores: [DenunciarEntidadError!]!
  silenciadas: [EntidadSilenciada!]
}

union DesactivarEntidadError = EntidadNoEncontrada

input DesactivarEntidadInput {
  entidadId: ID!
}

type DesactivarEntidadPayload {
  entidad: Entidad
  errores: [DesactivarEntidadError!]!
}

enum Direccion {
  ASC
  DESC
}

type Documento implements Node {
  accesos(after: String, before: String, first: Int, last: Int): AccesoConnection
  autorizaciones(after: String, before: String, first: Int, last: Int): AutorizacionConnection
  certificado: Boolean!
  clase: TipoDeDocumento!
  codigos(after: String, before: String, first: Int, last: Int): CodigoConnection
  contextoDocumento: String!
  documentoId: UUID!
  eliminacion: Eliminacion
  emisor: Emisor
  esDescargable: Boolean!
  esVisible: Boolean
  estadoDocumento: EstadoDocumento!
  estadoJuridico: EstadoJuridico
  fechaEmision: DateTime
  fechaRecepcion: DateTime!
  fechaUltimaModificacion: DateTime
  hashDocumento: String
  id: ID!
  motivoRevocacion: String
  nombreArchivo: String
  numero: String
  reemplazaA: ID
  reemplazadoPor: ID
  revocadoEn: DateTime
  tamanoBytes: Long!
  tipo: String!
  tipoContenido: String
  titulo: String!
  urlDescarga: String
  urlVerificable(mostrarTitular: Boolean! = false): String
  urlVista: String
  version: Int!
  vigenciaDesde: String
  vigenciaHasta: String
}

type DocumentoAbierto {
  certificado: Boolean!
  clase: TipoDeDocumento!
  dia: String!
  disponibilidad: EstadoDeAutorizado!
  emisor: Emisor
  en: DateTime!
  estadoJuridico: EstadoJuridico
  expedido: String
  hashDocumento: String!
  nombreArchivo: String!
  numero: String
  recibido: DocumentoRecibido!
  tamanoBytes: Long!
  tipo: String!
  tipoContenido: String!
  titulo: String!
  urlArchivo: String
  urlVerificable: String
  vigenciaDesde: String
  vigenciaHasta: String
}

type DocumentoAutorizado {
  documento: Documento
  documentoId: UUID!
  estado: EstadoDeAutorizado!
  hashDocumento: String!
  requisito: Requisito!
}

type DocumentoCambiado implements ErrorDeUsuario {
  codigo: CodigoDeError!
  documento: Documento!
  mensaje: String!
}

type DocumentoConnection {
  edges: [DocumentoEdge!]!
  modificacionDetectada: Boolean!
  nodes: [Documento!]!
  pageInfo: PageInfo!
}

type DocumentoEdge {
  cursor: String!
  node: Documento!
}

type DocumentoEnPapelera {
  desde: DateTime!
  documento: Documento!
  eventoId: UUID!
  recuperableHasta: DateTime!
}

type DocumentoEnPapeleraConnection {
  edges: [DocumentoEnPapeleraEdge!]!
  nodes: [DocumentoEnPapelera!]!
  pageInfo: PageInfo!
}

type DocumentoEnPapeleraEdge {
  cursor: String!
  node: DocumentoEnPapelera!
}

type DocumentoNoEncontrado implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type DocumentoRecibido implements Node {
  borradoPedidoEn: DateTime
  ciudadanoId: String!
  conCopiaVerificable: Boolean!
  desde: DateTime!
  estado: EstadoAutorizacion!
  hasta: DateTime!
  id: ID!
  numeroInterno: String!
  requisito: Requisito!
  solicitudId: ID!
  terminadaEn: DateTime
  tramite: Tramite!
  ultimaMirada: UltimaMirada
}

type DocumentoRecibidoConnection {
  edges: [DocumentoRecibidoEdge!]!
  nodes: [DocumentoRecibido!]!
  pageInfo: PageInfo!
}

type DocumentoRecibidoEdge {
  cursor: String!
  node: DocumentoRecibido!
}

scalar Duracion @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc3339#appendix-A")

enum EdadDeEliminacion {
  DIA
  HORA
  MAYOR
  MINUTO
  SEMANA
}

union EditarDocumentoError = DocumentoCambiado | DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida

input EditarDocumentoInput {
  codigoTipo: String
  contextoDocumento: String
  documentoId: ID!
  titulo: String
  version: Int!
}

type EditarDocumentoPayload {
  documento: Documento
  errores: [EditarDocumentoError!]!
}

type Eliminacion implements Node {
  aprobacion: Aprobacion
  auditoria: Auditoria
  cancelableHasta: DateTime
  carpeta: Carpeta
  certificado: Boolean
  clase: TipoDeDocumento
  completadaEn: DateTime
  constancia: PruebaDeEvento
  documento: Documento
  documentoEliminadoId: ID
  documentoGlobalId: ID
  documentoId: UUID!
  emisor: Emisor
  enPapelera: Boolean!
  errores: [FallaDePaso!]!
  estado: EstadoSaga!
  estadoEvento: EstadoEvento!
  eventoId: UUID!
  hashDocumento: String
  historia: [CambioDeEliminacion!]!
  id: ID!
  nombreArchivo: String
  pasoActual: PasoSaga!
  progreso: Progreso!
  secuencia: Int!
  solicitadaEn: DateTime!
  tamanoBytes: Long
  tipo: String
  titulo: String
}

type EliminacionConnection {
  edges: [EliminacionEdge!]!
  nodes: [Eliminacion!]!
  pageInfo: PageInfo!
}

type EliminacionEdge {
  cursor: String!
  node: Eliminacion!
}

type EliminacionNoEncontrada implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

union EliminarDocumentosError = EntradaInvalida

input EliminarDocumentosInput {
  documentoIds: [ID!]!
  ventana: Int! = 0
}

type EliminarDocumentosPayload {
  errores: [EliminarDocumentosError!]!
  resultados: [ResultadoDeEliminar!]!
}

type Embargo {
  baseLegal: String!
  embargoId: UUID!
  estado: EstadoEmbargo!
  eventoIds: [UUID!]!
  hasta: DateTime!
  levantadoEn: DateTime
  miradasDe: Oficina
  motivo: String!
  ordenadoEn: DateTime!
}

type EmbargoNoEncontrado implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type Emisor {
  entidadId: String!
  nombre: String!
}

type Encabezado {
  nombre: String!
  valor: String!
}

type Entidad implements Node {
  activa: Boolean!
  entidadId: String!
  id: ID!
  llaves: String
  llavesRegistradas: [LlaveRegistrada!]!
  llavesUrl: String
  modificadaEn: DateTime!
  nit: String
  nombre: String!
  registradaEn: DateTime!
  revocaciones: [LlaveRevocada!]!
  roles: [RolEntidad!]!
}

type EntidadConnection {
  edges: [EntidadEdge!]!
  nodes: [Entidad!]!
  pageInfo: PageInfo!
}

type EntidadEdge {
  cursor: String!
  node: Entidad!
}

type EntidadNoEncontrada implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type EntidadQuePide {
  activa: Boolean!
  entidadId: String!
  nit: String!
  nombre: String!
}

type EntidadSilenciada {
  desde: DateTime!
  entidadId: String!
  nit: String!
  nombre: String!
}

type EntradaInvalida implements ErrorDeUsuario {
  campos: [CampoInvalido!]!
  codigo: CodigoDeError!
  mensaje: String!
}

type Entrega implements Node {
  anunciadaEn: DateTime!
  canceladaEn: DateTime
  ciudadanoId: String!
  clase: TipoDeDocumento
  eliminadaEn: DateTime
  entregaId: UUID!
  entregadaEn: DateTime
  estado: EstadoEntrega!
  estadoJuridico: EstadoJuridico
  fechaEmision: DateTime
  hashDocumento: String
  id: ID!
  llave: String
  modificadaEn: DateTime!
  motivo: String
  nombreArchivo: String
  numero: String
  reemplazaA: UUID
  reemplazadaPor: UUID
  revocadaEn: DateTime
  tamanoBytes: Long
  tipo: String
  titular: String
  titulo: String
  vigenciaDesde: String
  vigenciaHasta: String
}

type EntregaConnection {
  edges: [EntregaEdge!]!
  nodes: [Entrega!]!
  pageInfo: PageInfo!
}

type EntregaEdge {
  cursor: String!
  node: Entrega!
}

type EntregaNoEncontrada implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

union EntregarDocumentoError = EntradaInvalida | OperacionNoPermitida

input EntregarDocumentoInput {
  ciudadanoId: ID!
  codigoTipo: String!
  contextoDocumento: String! = ""
  declaracion: DeclaracionInput
  firma: String!
  hashDocumento: String!
  nombreArchivo: String!
  reemplazaA: ID
  tamanoBytes: Long!
  tipoContenido: String!
  titulo: String!
}

type EntregarDocumentoPayload {
  carga: Carga
  entrega: Entrega
  errores: [EntregarDocumentoError!]!
}

interface ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

enum EstadoAutorizacion {
  TERMINADA
  VENCIDA
  VIGENTE
}

enum EstadoCodigo {
  AGOTADO
  TERMINADO
  VENCIDO
  VIGENTE
}

enum EstadoDeAutorizado {
  BORRADO
  DISPONIBLE
  REEMPLAZADO
  REVOCADO
  SUSPENDIDO
}

enum EstadoDocumento {
  CARGANDO
  ELIMINANDO
  PROCESADO
}

enum EstadoEmbargo {
  LEVANTADO
  TERMINADO
  VIGENTE
}

enum EstadoEntrega {
  ANUNCIADA
  CANCELADA
  ELIMINADA
  ENTREGADA
  VENCIDA
}

enum EstadoEvento {
  COMPLETED
  FAILED
  PENDING
  PUBLISHED
}

enum EstadoJuridico {
  AUN_NO_VIGENTE
  REEMPLAZADO
  REVOCADO
  VENCIDO
  VIGENTE
}

enum EstadoSaga {
  CANCELADA
  COMPENSANDO
  COMPLETADA
  FALLIDA
  INICIADA
}

enum EstadoSolicitud {
  COMPLETA
  PARCIAL
  PENDIENTE
  RECHAZADA
  RETIRADA
  VENCIDA
}

type EventoAuditoria {
  actor: ActorAuditoria!
  baseLegal: String
  carpetaId: UUID
  correlationId: String!
  datos: [DatoAuditoria!]!
  documentoId: UUID
  enNombreDe: String
  eventoId: UUID!
  momento: DateTime!
  operadorId: String
  outcome: ResultadoAuditoria!
  proposito: String
  recurso: RecursoAuditoria!
  secuencia: String!
  servicio: ServicioAuditoria!
  severity: GravedadAuditoria!
  tipo: TipoEventoAuditoria!
}

type EventoAuditoriaConnection {
  edges: [EventoAuditoriaEdge!]!
  nodes: [EventoAuditoria!]!
  pageInfo: PageInfo!
  total: TotalAuditoria!
}

type EventoAuditoriaEdge {
  cursor: String!
  node: EventoAuditoria!
}

type FallaDePaso {
  codigo: String!
  en: DateTime!
  intento: Int!
  mensaje: String!
  paso: PasoSaga!
}

input FiltroAutorizaciones {
  estado: EstadoAutorizacion
}

input FiltroDocumentos {
  certificado: Boolean
  codigosTipo: [String!]
  emisor: String
  estadoDocumento: EstadoDocumento
  fechaDesde: DateTime
  fechaHasta: DateTime
  texto: String
}

input FiltroEliminaciones {
  causa: CausaBloqueo
  certificados: Boolean
  estados: [EstadoSaga!]
  masAntiguaQue: Duracion
  paso: PasoSaga
}

input FiltroEliminacionesDeCarpeta {
  desde: DateTime
  estados: [EstadoSaga!]
  hasta: DateTime
  texto: String
}

input FiltroEntregas {
  ciudadanoId: ID
  estado: EstadoEntrega
  modificadasDesde: DateTime
  numero: String
}

input FiltroEventosAuditoria {
  actor: String
  carpetaId: UUID
  correlationId: String
  desde: Instante
  documentoId: UUID
  hasta: Instante
  operadorId: String
  outcome: ResultadoAuditoria
  servicio: ServicioAuditoria
  severity: GravedadAuditoria
  tipo: TipoEventoAuditoria
}

input FiltroMensajesMuertos {
  cola: String
  masAntiguoQue: Duracion
  motivo: String
}

input FiltroRecibidos {
  ciudadanoId: String
  estado: EstadoAutorizacion
  numeroInterno: String
  solicitudId: ID
  tramite: String
}

input FiltroSolicitudes {
  abiertas: Boolean
  ciudadanoId: String
  estado: EstadoSolicitud
  numeroInterno: String
  tramite: String
}

input FiltroSolicitudesDeCarpeta {
  abiertas: Boolean
  estado: EstadoSolicitud
}

union FirmarPartesError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida

input FirmarPartesInput {
  documentoId: ID!
  partes: [ParteInput!]!
}

type FirmarPartesPayload {
  errores: [FirmarPartesError!]!
  partes: [ParteFirmada!]
}

enum GravedadAuditoria {
  CRITICAL
  INFO
  WARNING
}

union IniciarCargaError = CuotaExcedida | EntradaInvalida

input IniciarCargaInput {
  carpetaId: ID
  codigoTipo: String!
  contextoDocumento: String! = ""
  hashDocumento: String!
  nombreArchivo: String!
  porPartes: Boolean! = false
  tamanoBytes: Long!
  tipoContenido: String!
  titulo: String!
}

type IniciarCargaPayload {
  carga: Carga
  documento: Documento
  errores: [IniciarCargaError!]!
  partes: PartesDeCarga
}

scalar Instante @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time")

union LevantarEmbargoError = EmbargoNoEncontrado | EntradaInvalida

input LevantarEmbargoInput {
  carpetaId: ID!
  embargoId: UUID!
  motivo: String!
}

type LevantarEmbargoPayload {
  embargo: Embargo
  errores: [LevantarEmbargoError!]!
}

type Limites {
  documentosPorPedido: Int!
  tamanoMaximo: Long!
  ventanaMaxima: Int!
}

type LlaveRegistrada {
  llave: String
  motivo: String
}

type LlaveRevocada {
  desde: DateTime!
  llave: String!
}

scalar Long @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc8259#section-6")

type LoteReencolado {
  fallidos: Int!
  reencolados: Int!
  tamano: Int!
}

type MensajeMuerto {
  cola: String!
  colaDeTrabajo: String
  copiaId: ID!
  eliminacion: Eliminacion
  eventoId: UUID
  intento: Int!
  legible: Boolean!
  motivo: String!
  muertoEn: DateTime
  operadorId: String
  publicadoEn: DateTime
  tipo: String!
}

type MensajeMuertoConnection {
  edges: [MensajeMuertoEdge!]!
  incompleta: Boolean!
  nodes: [MensajeMuerto!]!
  pageInfo: PageInfo!
  sinMirar: Int!
  total: Int!
}

type MensajeMuertoEdge {
  cursor: String!
  node: MensajeMuerto!
}

type MensajeNoEncontrado implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type Miradas {
  cuantas: Int!
  masDeCien: Boolean!
  ultima: DateTime
}

input MiradasDeInput {
  desde: DateTime
  entidadId: String
  operadorId: String
  rol: String!
}

enum MotivoSinSello {
  APAGADO
  DANADO
  SIN_SELLAR
}

type Mutation {
  abrirCarpeta(input: AbrirCarpetaInput!): AbrirCarpetaPayload
  abrirDocumentoRecibido(input: AbrirDocumentoRecibidoInput!): AbrirDocumentoRecibidoPayload
  aprobarEliminacion(input: AprobarEliminacionInput!): AprobarEliminacionPayload
  borrarYa(input: BorrarYaInput!): BorrarYaPayload
  cancelarCarga(input: CancelarCargaInput!): CancelarCargaPayload
  cancelarEliminacion(input: CancelarEliminacionInput!): CancelarEliminacionPayload
  cancelarEntrega(input: CancelarEntregaInput!): CancelarEntregaPayload
  cerrarSesiones: CerrarSesionesPayload
  confirmarCarga(input: ConfirmarCargaInput!): ConfirmarCargaPayload
  confirmarEntrega(input: ConfirmarEntregaInput!): ConfirmarEntregaPayload
  crearCodigo(input: CrearCodigoInput!): CrearCodigoPayload
  deleteDocumento(input: DeleteDocumentoInput!): DeleteDocumentoPayload
  denunciarEntidad(input: SolicitudInput!): DenunciarEntidadPayload
  desactivarEntidad(input: DesactivarEntidadInput!): DesactivarEntidadPayload
  editarDocumento(input: EditarDocumentoInput!): EditarDocumentoPayload
  eliminarDocumentos(input: EliminarDocumentosInput!): EliminarDocumentosPayload
  entregarDocumento(input: EntregarDocumentoInput!): EntregarDocumentoPayload
  firmarPartes(input: FirmarPartesInput!): FirmarPartesPayload
  iniciarCarga(input: IniciarCargaInput!): IniciarCargaPayload
  levantarEmbargo(input: LevantarEmbargoInput!): LevantarEmbargoPayload
  ordenarEmbargo(input: OrdenarEmbargoInput!): OrdenarEmbargoPayload
  pedirBorrado(input: AutorizacionInput!): PedirBorradoPayload
  rechazarEliminacion(input: RechazarEliminacionInput!): RechazarEliminacionPayload
  rechazarSolicitud(input: SolicitudInput!): RechazarSolicitudPayload
  recordarSolicitud(input: SolicitudInput!): RecordarSolicitudPayload
  reencolarMensajes(input: ReencolarMensajesInput!): ReencolarMensajesPayload
  registrarEntidad(input: RegistrarEntidadInput!): RegistrarEntidadPayload
  registrarTipo(input: RegistrarTipoInput!): RegistrarTipoPayload
  registrarTramite(input: RegistrarTramiteInput!): RegistrarTramitePayload
  reintentarEliminacion(input: ReintentarEliminacionInput!): ReintentarEliminacionPayload
  renovarCarga(input: RenovarCargaInput!): RenovarCargaPayload
  responderSolicitud(input: ResponderSolicitudInput!): ResponderSolicitudPayload
  retirarSolicitud(input: SolicitudInput!): RetirarSolicitudPayload
  revocarEntrega(input: RevocarEntregaInput!): RevocarEntregaPayload
  revocarLlave(input: RevocarLlaveInput!): RevocarLlavePayload
  silenciarEntidad(input: SilenciarEntidadInput!): SilenciarEntidadPayload
  solicitarDocumentos(input: SolicitarDocumentosInput!): SolicitarDocumentosPayload
  solicitarEliminacion(input: SolicitarEliminacionInput!): SolicitarEliminacionPayload
  terminarAutorizacion(input: AutorizacionInput!): TerminarAutorizacionPayload
  terminarCodigo(input: TerminarCodigoInput!): TerminarCodigoPayload
  terminarTramite(input: TerminarTramiteInput!): TerminarTramitePayload
}

interface Node {
  id: ID!
}

type Novedad {
  autorizacion: Autorizacion
  cursor: String!
  documento: Documento
  documentoGlobalId: ID
  documentoId: UUID
  eliminacion: Eliminacion
  en: DateTime!
  novedadId: String!
  solicitud: Solicitud
  tipo: TipoNovedad!
  totalDocumentosAproximado: Long
  totalEnPapeleraAproximado: Long
}

type NovedadDeEntidad {
  en: DateTime!
  recibidos: [DocumentoRecibido!]
  solicitud: Solicitud
}

type NovedadesDeEntidad {
  cursor: String!
  hayMas: Boolean!
  novedades: [NovedadDeEntidad!]!
}

type Oficina {
  entidadId: String
  operadorId: String
  rol: String!
}

type OperacionNoPermitida implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

input OrdenDocumentos {
  campo: CampoOrdenDocumentos! = FECHA_RECEPCION
  direccion: Direccion! = DESC
}

enum OrdenEventosAuditoria {
  ASC
  DESC
}

union OrdenarEmbargoError = CarpetaNoEncontrada | EntradaInvalida

input OrdenarEmbargoInput {
  baseLegal: String!
  carpetaId: ID!
  eventoIds: [UUID!]
  hasta: DateTime!
  miradasDe: MiradasDeInput
  motivo: String!
}

type OrdenarEmbargoPayload {
  embargo: Embargo
  errores: [OrdenarEmbargoError!]!
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

enum ParadaDeReencolado {
  FALLO_DE_NUEVO
  MURIO_DE_NUEVO
  NO_ENVIADO
  PLAZO
  SIN_COMPROBAR
}

type ParteFirmada {
  carga: Carga!
  numero: Int!
}

input ParteInput {
  hashParte: String!
  numero: Int!
}

type ParteRecibida {
  hashParte: String!
  numero: Int!
  tamanoBytes: Long!
}

type PartesDeCarga {
  recibidas: [ParteRecibida!]!
  tamanoParte: Long!
  total: Int!
}

enum PasoSaga {
  APROBACION
  COMPLETED
  ESPERA
  METADATA_CLEANUP
  MINIO_CLEANUP
}

union PedirBorradoError = AutorizacionNoEncontrada | OperacionNoPermitida

type PedirBorradoPayload {
  autorizacion: Autorizacion
  errores: [PedirBorradoError!]!
}

type Progreso {
  intento: Int!
  paso: Int!
  proximoReintento: DateTime
  totalPasos: Int!
}

type PruebaDeCrecimiento {
  checkpoint: String!
  crecimiento: String!
  desde: Long!
  entradas: Long!
  llaves: String!
}

type PruebaDeEvento {
  eventId: UUID!
  evento: String!
  sello: SelloDeEvento
  sinSello: MotivoSinSello
}

type Query {
  atraso(operadorId: ID): [AtrasoDeEstado!]
  carpeta(id: ID!): Carpeta
  catalogoDeTipos: [TipoEnCatalogo!]
  constancia(eventoId: UUID!): PruebaDeEvento
  denuncias(entidadId: String!): [Denuncia!]
  documentosRecibidos(after: String, before: String, filtro: FiltroRecibidos, first: Int, last: Int): DocumentoRecibidoConnection
  eliminacion(eventoId: ID!): Eliminacion
  eliminaciones(after: String, before: String, filtro: FiltroEliminaciones, first: Int, last: Int, operadorId: ID): EliminacionConnection
  embargos(carpetaId: ID!): [Embargo!]
  entidad(id: ID!): Entidad
  entidades(after: String, before: String, first: Int, last: Int): EntidadConnection
  entregas(after: String, before: String, direccion: Direccion! = DESC, filtro: FiltroEntregas, first: Int, last: Int): EntregaConnection
  eventosAuditoria(after: String, before: String, filtro: FiltroEventosAuditoria, first: Int, last: Int, orden: OrdenEventosAuditoria! = DESC): EventoAuditoriaConnection
  limites: Limites
  mensajesMuertos(after: String, before: String, filtro: FiltroMensajesMuertos, first: Int, last: Int, operadorId: ID): MensajeMuertoConnection
  miCarpeta: Carpeta
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]
  novedadesDeEntidad(despuesDe: String, first: Int! = 100): NovedadesDeEntidad
  porQueNoAvanza(eventoId: ID!): Bloqueo
  pruebaDeCrecimiento(desde: Long!, operadorId: String): PruebaDeCrecimiento
  pruebaDeEvento(eventId: UUID!, operadorId: String): PruebaDeEvento
  rateLimit: RateLimit
  registroDeTramites: [TramiteEnRegistro!]
  solicitudes(after: String, before: String, filtro: FiltroSolicitudes, first: Int, last: Int): SolicitudConnection
  tiposDeDocumento: [TipoDeDocumento!]
  tramites: [Tramite!]
  verificarDocumento(ciudadanoId: ID, documentoId: ID, hashDocumento: String): Verificacion
}

type RateLimit {
  costo: Int!
  limite: Int!
  reinicio: DateTime!
  restante: Int!
}

union RechazarEliminacionError = EliminacionNoEncontrada | EntradaInvalida | OperacionNoPermitida

input RechazarEliminacionInput {
  comentario: String!
  eventoId: ID!
}

type RechazarEliminacionPayload {
  eliminacion: Eliminacion
  errores: [RechazarEliminacionError!]!
}

union RechazarSolicitudError = OperacionNoPermitida | SolicitudNoEncontrada

type RechazarSolicitudPayload {
  errores: [RechazarSolicitudError!]!
  solicitud: Solicitud
}

union RecordarSolicitudError = OperacionNoPermitida | SolicitudNoEncontrada

type RecordarSolicitudPayload {
  errores: [RecordarSolicitudError!]!
  solicitud: Solicitud
}

type RecursoAuditoria {
  recursoId: String!
  tipo: String!
}

union ReencolarMensajesError = EntradaInvalida | MensajeNoEncontrado | OperacionNoPermitida

input ReencolarMensajesInput {
  cola: String!
  copiaIds: [ID!]
  maximo: Int! = 100
  motivo: String
  porSegundo: Int! = 20
  simular: Boolean! = false
}

type ReencolarMensajesPayload {
  detalle: String
  detenidoPor: ParadaDeReencolado
  errores: [ReencolarMensajesError!]!
  lotes: [LoteReencolado!]!
  reencolados: Int!
  restantes: Int!
  simulado: Boolean!
}

union RegistrarEntidadError = EntradaInvalida | OperacionNoPermitida

input RegistrarEntidadInput {
  entidadId: String!
  llaves: String
  llavesUrl: String
  nit: String
  nombre: String!
  roles: [RolEntidad!]
}

type RegistrarEntidadPayload {
  entidad: Entidad
  errores: [RegistrarEntidadError!]!
}

union RegistrarTipoError = EntradaInvalida

input RegistrarTipoInput {
  activo: Boolean! = true
  codigo: String!
  contexto: TextoDeTipoInput!
  icono: String! = "documento"
  nombre: TextoDeTipoInput!
  palabras: [String!]! = []
  retencion: Int
}

type RegistrarTipoPayload {
  errores: [RegistrarTipoError!]!
  tipo: TipoEnCatalogo
}

union RegistrarTramiteError = EntradaInvalida | OperacionNoPermitida

input RegistrarTramiteInput {
  baseLegal: TextoDeTipoInput!
  codigo: String!
  conservacionDias: Int!
  entidadIds: [String!]!
  finalidad: TextoDeTipoInput!
  nombre: TextoDeTipoInput!
  plazoMaximoDias: Int!
  requisitos: [RequisitoInput!]!
}

type RegistrarTramitePayload {
  errores: [RegistrarTramiteError!]!
  tramite: TramiteEnRegistro
}

union ReintentarEliminacionError = EliminacionNoEncontrada | OperacionNoPermitida

input ReintentarEliminacionInput {
  eventoId: ID!
}

type ReintentarEliminacionPayload {
  eliminacion: Eliminacion
  errores: [ReintentarEliminacionError!]!
}

union RenovarCargaError = DocumentoNoEncontrado | OperacionNoPermitida

input RenovarCargaInput {
  documentoId: ID!
}

type RenovarCargaPayload {
  carga: Carga
  documento: Documento
  errores: [RenovarCargaError!]!
  partes: PartesDeCarga
}

type Requisito {
  certificado: Boolean!
  clases: [TipoDeDocumento!]!
  codigo: String!
  nombre: String!
  opcional: Boolean!
}

type RequisitoEnRegistro {
  certificado: Boolean!
  codigo: String!
  nombre: TextoDeTipo!
  opcional: Boolean!
  tipos: [String!]!
}

input RequisitoInput {
  certificado: Boolean! = false
  codigo: String!
  nombre: TextoDeTipoInput!
  opcional: Boolean! = false
  tipos: [String!]!
}

type RequisitoPedido {
  autorizacion: Autorizacion
  candidatos: [Documento!]
  recibido: DocumentoRecibido
  requisito: Requisito!
  respuesta: RespuestaDeRequisito
}

union ResponderSolicitudError = EntradaInvalida | OperacionNoPermitida | SolicitudNoEncontrada

input ResponderSolicitudInput {
  conCopiaVerificable: Boolean! = false
  dias: Int!
  respuestas: [RespuestaInput!]!
  solicitudId: ID!
  version: Int!
}

type ResponderSolicitudPayload {
  autorizacion: Autorizacion
  errores: [ResponderSolicitudError!]!
  solicitud: Solicitud
}

enum RespuestaDeRequisito {
  ENTREGADO
  NO_ENTREGADO
}

input RespuestaInput {
  documentoId: ID
  requisito: String!
}

enum ResultadoAprobacion {
  APROBADA
  PENDIENTE
  RECHAZADA
  RETIRADA
  VENCIDA
}

enum ResultadoAuditoria {
  DENIED
  FAILURE
  SUCCESS
}

type ResultadoDeBorrarYa {
  eliminacion: Eliminacion
  errores: [ResultadoDeBorrarYaError!]!
  pedido: ID!
}

union ResultadoDeBorrarYaError = EliminacionNoEncontrada | OperacionNoPermitida

type ResultadoDeEliminar {
  documento: Documento
  eliminacion: Eliminacion
  errores: [DeleteDocumentoError!]!
  pedido: ID!
}

enum ResultadoVerificacion {
  ARCHIVO_AUSENTE
  ARCHIVO_CAMBIADO
  ENTIDAD_AUSENTE
  FIRMA_INVALIDA
  LLAVE_REVOCADA
  REEMPLAZADA
  REVOCADA
  SIN_ENTREGAR
  SIN_FIRMA
  VALIDA
}

union RetirarSolicitudError = OperacionNoPermitida | SolicitudNoEncontrada

type RetirarSolicitudPayload {
  errores: [RetirarSolicitudError!]!
  solicitud: Solicitud
}

union RevocarEntregaError = EntradaInvalida | EntregaNoEncontrada | OperacionNoPermitida

input RevocarEntregaInput {
  entregaId: ID!
  firma: String!
  motivo: String!
}

type RevocarEntregaPayload {
  entrega: Entrega
  errores: [RevocarEntregaError!]!
}

union RevocarLlaveError = EntidadNoEncontrada | EntradaInvalida | OperacionNoPermitida

input RevocarLlaveInput {
  desde: DateTime
  entidadId: ID!
  llave: String!
}

type RevocarLlavePayload {
  entidad: Entidad
  errores: [RevocarLlaveError!]!
}

enum RolEntidad {
  EMISOR
  RECEPTOR
}

type SelloDeEvento {
  checkpoint: String!
  llaves: String!
  numero: Long!
  prueba: String!
}

enum ServicioAuditoria {
  API
  BARRENDERO
  BORRADOR_METADATOS
  BORRADOR_OBJETOS
  CONSOLA
  COORDINADOR
  RECONCILIADOR
}

union SilenciarEntidadError = EntidadNoEncontrada | OperacionNoPermitida

input SilenciarEntidadInput {
  entidadId: String!
  silenciada: Boolean! = true
}

type SilenciarEntidadPayload {
  errores: [SilenciarEntidadError!]!
  silenciadas: [EntidadSilenciada!]
}

union SolicitarDocumentosError = EntradaInvalida | OperacionNoPermitida

input SolicitarDocumentosInput {
  ciudadanoId: String!
  numeroInterno: String!
  tramite: String!
}

type SolicitarDocumentosPayload {
  errores: [SolicitarDocumentosError!]!
  solicitud: Solicitud
}

union SolicitarEliminacionError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida

input SolicitarEliminacionInput {
  documentoId: ID!
  motivo: String!
}

type SolicitarEliminacionPayload {
  documento: Documento
  eliminacion: Eliminacion
  errores: [SolicitarEliminacionError!]!
}

type Solicitud implements Node {
  ciudadanoId: String!
  creadaEn: DateTime!
  entidad: EntidadQuePide!
  estado: EstadoSolicitud!
  hasta: DateTime!
  id: ID!
  modificadaEn: DateTime!
  numeroInterno: String
  pedidaPor: String
  rechazadaEn: DateTime
  recordadaEn: DateTime
  recordatorios: Int!
  requisitos: [RequisitoPedido!]!
  retiradaEn: DateTime
  solicitudId: UUID!
  tramite: Tramite!
  version: Int!
}

type SolicitudConnection {
  edges: [SolicitudEdge!]!
  nodes: [Solicitud!]!
  pageInfo: PageInfo!
}

type SolicitudEdge {
  cursor: String!
  node: Solicitud!
}

input SolicitudInput {
  solicitudId: ID!
}

type SolicitudNoEncontrada implements ErrorDeUsuario {
  codigo: CodigoDeError!
  mensaje: String!
}

type Subscription {
  accesosDeCarpeta(carpetaId: ID!, despuesDe: String): AccesoNuevo!
  eliminacion(despuesDe: Int, eventoId: ID!): Eliminacion!
  eliminacionesDeCarpeta(carpetaId: ID!): Eliminacion!
  novedadesDeCarpeta(carpetaId: ID!, despuesDe: String): Novedad!
}

union TerminarAutorizacionError = AutorizacionNoEncontrada | OperacionNoPermitida

type TerminarAutorizacionPayload {
  autorizacion: Autorizacion
  errores: [TerminarAutorizacionError!]!
}

union TerminarCodigoError = CodigoNoEncontrado

input TerminarCodigoInput {
  codigoId: ID!
}

type TerminarCodigoPayload {
  codigo: Codigo
  errores: [TerminarCodigoError!]!
}

union TerminarTramiteError = EntradaInvalida

input TerminarTramiteInput {
  codigo: String!
}

type TerminarTramitePayload {
  errores: [TerminarTramiteError!]!
  tramite: TramiteEnRegistro
}

type TextoDeTipo {
  en: String!
  es: String!
}

input TextoDeTipoInput {
  en: String!
  es: String!
}

type TipoDeDocumento {
  activo: Boolean!
  codigo: String!
  contexto: String!
  icono: String!
  nombre: String!
  palabras: [String!]!
  retencion: Int
}

type TipoEnCatalogo {
  activo: Boolean!
  codigo: String!
  contexto: TextoDeTipo!
  icono: String!
  modificadoEn: DateTime
  nombre: TextoDeTipo!
  palabras: [String!]!
  retencion: Int
}

enum TipoEventoAuditoria {
  ARCHIVO_SERVIDO
  AUDITORIA_EXPORTADA
  AUDITORIA_LEIDA
  AUTORIZACION_ARCHIVO_SERVIDO
  AUTORIZACION_BORRADO_PEDIDO
  AUTORIZACION_NEGADA
  AUTORIZACION_OTORGADA
  AUTORIZACION_TERMINADA
  AUTORIZACION_USADA
  CARGA_ANUNCIADA
  CARGA_CANCELADA
  CARGA_CONFIRMADA
  CARGA_VENCIDA
  CARPETA_ABIERTA
  CODIGO_CREADO
  CODIGO_TERMINADO
  CODIGO_USADO
  DOCUMENTO_DESCARGADO
  DOCUMENTO_EDITADO
  DOCUMENTO_ENTREGADO
  DOCUMENTO_VISTO
  ELIMINACION_CANCELADA
  ELIMINACION_COMPLETADA
  ELIMINACION_DECIDIDA
  ELIMINACION_FALLIDA
  ELIMINACION_PASO
  ELIMINACION_REINTENTADA
  ELIMINACION_SOLICITADA
  EMBARGO_IMPUESTO
  EMBARGO_LEVANTADO
  EMISION
  ENTIDAD_CAMBIADA
  ENTIDAD_DENUNCIADA
  ENTIDAD_SILENCIADA
  ENTREGA_REEMPLAZADA
  ENTREGA_REVOCADA
  LISTA_LEIDA
  LLAVE_CAMBIADA
  LLAVE_VISTA
  MENSAJE_REENVIADO
  NODO_LEIDO
  POLITICA_NEGADA
  RECONCILIACION_REPARADA
  RESPALDO_HECHO
  RESPALDO_RESTAURADO
  REVOCACION_CAMBIADA
  SESION_INICIADA
  SOLICITUD_CREADA
  SOLICITUD_RECHAZADA
  SOLICITUD_RECORDADA
  SOLICITUD_RETIRADA
  TIPO_CAMBIADO
  TOKEN_RECHAZADO
  TRAMITE_REGISTRADO
  TRAMITE_TERMINADO
}

enum TipoNovedad {
  AUTORIZACION
  AVANZO
  BLOQUEADO
  CAMBIO
  DESBLOQUEADO
  LLEGO
  RECARGAR
  SE_FUE
  SOLICITUD
}

input TitularInput {
  nombre: String!
  sal: String!
}

type TotalAuditoria {
  acotado: Boolean!
  cuantos: Int!
}

type Tramite {
  baseLegal: String!
  codigo: String!
  conservacionDias: Int!
  finalidad: String!
  nombre: String!
  plazoMaximoDias: Int!
  requisitos: [Requisito!]!
  version: Int!
}

type TramiteEnRegistro {
  baseLegal: TextoDeTipo!
  codigo: String!
  conservacionDias: Int!
  entidadIds: [String!]!
  finalidad: TextoDeTipo!
  nombre: TextoDeTipo!
  plazoMaximoDias: Int!
  registradoEn: DateTime!
  requisitos: [RequisitoEnRegistro!]!
  terminadoEn: DateTime
  version: Int!
}

scalar UUID @specifiedBy(url: "https://www.rfc-editor.org/rfc/rfc9562")

type UltimaMirada {
  en: DateTime!
  por: String!
}

type UsoDeCarpeta {
  bytes: Long!
  documentos: Long!
  limiteBytes: Long!
  limiteDocumentos: Long!
}

type Verificacion {
  algoritmo: String
  documento: Documento
  emisor: Emisor
  firmadaEn: DateTime
  hashFirmado: String!
  hashGuardado: String
  llave: String
  recibidaEn: DateTime!
  resultado: ResultadoVerificacion!
  valida: Boolean!
}

input VigenciaInput {
  desde: String
  hasta: String
}
`;
