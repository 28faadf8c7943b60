export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: string; output: string; }
  Duracion: { input: string; output: string; }
  Instante: { input: string; output: string; }
  Long: { input: number; output: number; }
  UUID: { input: string; output: string; }
};

export type AbrirCarpetaError = EntradaInvalida | OperacionNoPermitida;

export type AbrirCarpetaInput = {
  ciudadanoId: Scalars['String']['input'];
};

export type AbrirCarpetaPayload = {
  __typename?: 'AbrirCarpetaPayload';
  carpeta?: Maybe<CarpetaAbierta>;
  errores: Array<AbrirCarpetaError>;
};

export type AbrirDocumentoRecibidoError = DocumentoNoEncontrado | OperacionNoPermitida;

export type AbrirDocumentoRecibidoInput = {
  recibidoId: Scalars['ID']['input'];
};

export type AbrirDocumentoRecibidoPayload = {
  __typename?: 'AbrirDocumentoRecibidoPayload';
  abierto?: Maybe<DocumentoAbierto>;
  errores: Array<AbrirDocumentoRecibidoError>;
};

export type Acceso = {
  __typename?: 'Acceso';
  acto: Scalars['String']['output'];
  autorizacionId?: Maybe<Scalars['ID']['output']>;
  baseLegal?: Maybe<Scalars['String']['output']>;
  documento?: Maybe<Documento>;
  documentoId?: Maybe<Scalars['UUID']['output']>;
  en: Scalars['DateTime']['output'];
  entidad?: Maybe<Scalars['String']['output']>;
  entidadId?: Maybe<Scalars['String']['output']>;
  eventoId: Scalars['UUID']['output'];
  operadorId?: Maybe<Scalars['String']['output']>;
  propio: Scalars['Boolean']['output'];
  proposito?: Maybe<Scalars['String']['output']>;
  rol: Scalars['String']['output'];
  tipo: Scalars['String']['output'];
  titulo?: Maybe<Scalars['String']['output']>;
};

export type AccesoConnection = {
  __typename?: 'AccesoConnection';
  edges: Array<AccesoEdge>;
  nodes: Array<Acceso>;
  pageInfo: PageInfo;
};

export type AccesoEdge = {
  __typename?: 'AccesoEdge';
  cursor: Scalars['String']['output'];
  node: Acceso;
};

export type AccesoNuevo = {
  __typename?: 'AccesoNuevo';
  acceso?: Maybe<Acceso>;
  cursor: Scalars['String']['output'];
};

export type ActorAuditoria = {
  __typename?: 'ActorAuditoria';
  actorId: Scalars['String']['output'];
  entidadId?: Maybe<Scalars['String']['output']>;
  operadorId?: Maybe<Scalars['String']['output']>;
  tipo: Scalars['String']['output'];
};

export type AlcanceCodigo =
  | 'DATOS'
  | 'DATOS_Y_ARCHIVO';

export type Aprobacion = {
  __typename?: 'Aprobacion';
  comentario?: Maybe<Scalars['String']['output']>;
  decididaEn?: Maybe<Scalars['DateTime']['output']>;
  hasta: Scalars['DateTime']['output'];
  motivo: Scalars['String']['output'];
  resultado: ResultadoAprobacion;
};

export type AprobarEliminacionError = EliminacionNoEncontrada | EntradaInvalida | OperacionNoPermitida;

export type AprobarEliminacionInput = {
  comentario?: InputMaybe<Scalars['String']['input']>;
  eventoId: Scalars['ID']['input'];
};

export type AprobarEliminacionPayload = {
  __typename?: 'AprobarEliminacionPayload';
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<AprobarEliminacionError>;
};

export type AtrasoDeEdad = {
  __typename?: 'AtrasoDeEdad';
  cuantas: Scalars['Int']['output'];
  edad: EdadDeEliminacion;
};

export type AtrasoDeEstado = {
  __typename?: 'AtrasoDeEstado';
  acotado: Scalars['Boolean']['output'];
  edades: Array<AtrasoDeEdad>;
  estado: EstadoSaga;
  masAntigua?: Maybe<Scalars['DateTime']['output']>;
  total: Scalars['Int']['output'];
};

export type Auditoria = {
  __typename?: 'Auditoria';
  carpetaId: Scalars['UUID']['output'];
  decididaPor?: Maybe<Scalars['String']['output']>;
  operadorId: Scalars['String']['output'];
  solicitadaPor: Scalars['String']['output'];
};

export type Autorizacion = Node & {
  __typename?: 'Autorizacion';
  autorizacionId: Scalars['UUID']['output'];
  borradoPedidoEn?: Maybe<Scalars['DateTime']['output']>;
  conCopiaVerificable: Scalars['Boolean']['output'];
  constancia?: Maybe<PruebaDeEvento>;
  constanciaDeFin?: Maybe<PruebaDeEvento>;
  desde: Scalars['DateTime']['output'];
  documentos: Array<DocumentoAutorizado>;
  entidad: EntidadQuePide;
  estado: EstadoAutorizacion;
  finalidadLeida?: Maybe<Scalars['String']['output']>;
  hasta: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  miradas: Miradas;
  numeroInterno: Scalars['String']['output'];
  solicitudId: Scalars['ID']['output'];
  terminadaEn?: Maybe<Scalars['DateTime']['output']>;
  tramite: Tramite;
};

export type AutorizacionConnection = {
  __typename?: 'AutorizacionConnection';
  edges: Array<AutorizacionEdge>;
  nodes: Array<Autorizacion>;
  pageInfo: PageInfo;
};

export type AutorizacionEdge = {
  __typename?: 'AutorizacionEdge';
  cursor: Scalars['String']['output'];
  node: Autorizacion;
};

export type AutorizacionInput = {
  autorizacionId: Scalars['ID']['input'];
};

export type AutorizacionNoEncontrada = ErrorDeUsuario & {
  __typename?: 'AutorizacionNoEncontrada';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type Bloqueo = {
  __typename?: 'Bloqueo';
  causa: CausaBloqueo;
  desde?: Maybe<Scalars['DateTime']['output']>;
  detalle: Scalars['String']['output'];
  hasta?: Maybe<Scalars['DateTime']['output']>;
  quien?: Maybe<Scalars['String']['output']>;
  siguiente: Scalars['String']['output'];
};

export type BorrarYaError = EntradaInvalida;

export type BorrarYaInput = {
  eventoIds: Array<Scalars['ID']['input']>;
};

export type BorrarYaPayload = {
  __typename?: 'BorrarYaPayload';
  errores: Array<BorrarYaError>;
  resultados: Array<ResultadoDeBorrarYa>;
};

export type CambioDeEliminacion = {
  __typename?: 'CambioDeEliminacion';
  en: Scalars['DateTime']['output'];
  estado: EstadoSaga;
  intento: Scalars['Int']['output'];
  paso: PasoSaga;
  secuencia: Scalars['Int']['output'];
};

export type CampoInvalido = {
  __typename?: 'CampoInvalido';
  campo: Scalars['String']['output'];
  mensaje: Scalars['String']['output'];
};

export type CampoOrdenDocumentos =
  | 'DOCUMENTO_ID'
  | 'FECHA_RECEPCION'
  | 'TAMANO_BYTES'
  | 'TIPO_DOCUMENTO'
  | 'TITULO';

export type CancelarCargaError = DocumentoNoEncontrado | OperacionNoPermitida;

export type CancelarCargaInput = {
  documentoId: Scalars['ID']['input'];
};

export type CancelarCargaPayload = {
  __typename?: 'CancelarCargaPayload';
  carpeta?: Maybe<Carpeta>;
  documentoGlobalId?: Maybe<Scalars['ID']['output']>;
  errores: Array<CancelarCargaError>;
};

export type CancelarEliminacionError = EliminacionNoEncontrada | OperacionNoPermitida;

export type CancelarEliminacionInput = {
  eventoId: Scalars['ID']['input'];
};

export type CancelarEliminacionPayload = {
  __typename?: 'CancelarEliminacionPayload';
  documento?: Maybe<Documento>;
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<CancelarEliminacionError>;
};

export type CancelarEntregaError = EntregaNoEncontrada | OperacionNoPermitida;

export type CancelarEntregaInput = {
  entregaId: Scalars['ID']['input'];
};

export type CancelarEntregaPayload = {
  __typename?: 'CancelarEntregaPayload';
  entrega?: Maybe<Entrega>;
  errores: Array<CancelarEntregaError>;
};

export type Carga = {
  __typename?: 'Carga';
  encabezados: Array<Encabezado>;
  expiraEn: Scalars['DateTime']['output'];
  metodo: Scalars['String']['output'];
  url: Scalars['String']['output'];
};

export type CargaInvalida = ErrorDeUsuario & {
  __typename?: 'CargaInvalida';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type CargaPendiente = {
  __typename?: 'CargaPendiente';
  documento: Documento;
  expiraEn: Scalars['DateTime']['output'];
  iniciadaEn: Scalars['DateTime']['output'];
};

export type CargaPendienteConnection = {
  __typename?: 'CargaPendienteConnection';
  edges: Array<CargaPendienteEdge>;
  nodes: Array<CargaPendiente>;
  pageInfo: PageInfo;
};

export type CargaPendienteEdge = {
  __typename?: 'CargaPendienteEdge';
  cursor: Scalars['String']['output'];
  node: CargaPendiente;
};

export type Carpeta = Node & {
  __typename?: 'Carpeta';
  accesos?: Maybe<AccesoConnection>;
  autorizaciones?: Maybe<AutorizacionConnection>;
  cargas?: Maybe<CargaPendienteConnection>;
  carpetaId: Scalars['UUID']['output'];
  codigos?: Maybe<CodigoConnection>;
  documentos?: Maybe<DocumentoConnection>;
  eliminaciones?: Maybe<EliminacionConnection>;
  entidadesSilenciadas?: Maybe<Array<EntidadSilenciada>>;
  id: Scalars['ID']['output'];
  operadorId: Scalars['String']['output'];
  papelera?: Maybe<DocumentoEnPapeleraConnection>;
  solicitudes?: Maybe<SolicitudConnection>;
  totalDocumentosAproximado: Scalars['Long']['output'];
  totalEnPapeleraAproximado: Scalars['Long']['output'];
  uso: UsoDeCarpeta;
};


export type CarpetaAccesosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type CarpetaAutorizacionesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroAutorizaciones>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type CarpetaCargasArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type CarpetaCodigosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type CarpetaDocumentosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroDocumentos>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orden?: InputMaybe<OrdenDocumentos>;
};


export type CarpetaEliminacionesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroEliminacionesDeCarpeta>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type CarpetaPapeleraArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type CarpetaSolicitudesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroSolicitudesDeCarpeta>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type CarpetaAbierta = {
  __typename?: 'CarpetaAbierta';
  carpetaId: Scalars['UUID']['output'];
  ciudadanoId: Scalars['String']['output'];
  nueva: Scalars['Boolean']['output'];
  operadorId: Scalars['String']['output'];
};

export type CarpetaNoEncontrada = ErrorDeUsuario & {
  __typename?: 'CarpetaNoEncontrada';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type CausaBloqueo =
  | 'ARRENDADA'
  | 'ATRASADA'
  | 'AVANZANDO'
  | 'BROKER_SIN_CONFIRMAR'
  | 'CARTA_MUERTA'
  | 'COLA_LLENA'
  | 'COMPENSANDO'
  | 'ESPERA_APROBACION'
  | 'REINTENTO'
  | 'SIN_PROCESO'
  | 'SIN_RUTA'
  | 'TERMINADA'
  | 'TURNO'
  | 'VENTANA_ABIERTA';

export type CerrarSesionesError = OperacionNoPermitida;

export type CerrarSesionesPayload = {
  __typename?: 'CerrarSesionesPayload';
  antesDe?: Maybe<Scalars['DateTime']['output']>;
  errores: Array<CerrarSesionesError>;
};

export type Codigo = Node & {
  __typename?: 'Codigo';
  alcance: AlcanceCodigo;
  codigo?: Maybe<Scalars['String']['output']>;
  codigoId: Scalars['UUID']['output'];
  conCopiaVerificable: Scalars['Boolean']['output'];
  creadoEn: Scalars['DateTime']['output'];
  direccion?: Maybe<Scalars['String']['output']>;
  documento?: Maybe<Documento>;
  estado: EstadoCodigo;
  hasta: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  maxUsos?: Maybe<Scalars['Int']['output']>;
  mostrarTitular: Scalars['Boolean']['output'];
  referencia: Scalars['String']['output'];
  terminadoEn?: Maybe<Scalars['DateTime']['output']>;
  usos: Scalars['Int']['output'];
};

export type CodigoConnection = {
  __typename?: 'CodigoConnection';
  edges: Array<CodigoEdge>;
  nodes: Array<Codigo>;
  pageInfo: PageInfo;
};

export type CodigoDeError =
  | 'APROBACION_DADA'
  | 'APROBACION_INNECESARIA'
  | 'APROBACION_PROPIA'
  | 'APROBACION_RECHAZADA'
  | 'APROBACION_RETIRADA'
  | 'APROBACION_VENCIDA'
  | 'ARCHIVO_DISTINTO'
  | 'ARCHIVO_PENDIENTE'
  | 'AUTORIZACION_TERMINADA'
  | 'AUTORIZACION_VIGENTE'
  | 'BAD_USER_INPUT'
  | 'CARGA_TERMINADA'
  | 'CARPETA_LLENA'
  | 'CIUDADANO_DE_OTRO_OPERADOR'
  | 'CIUDADANO_SIN_CARPETA'
  | 'COLA_SIN_DESTINO'
  | 'DEMASIADAS_SILENCIADAS'
  | 'DEMASIADAS_SOLICITUDES'
  | 'DEMASIADOS_CODIGOS'
  | 'DOCUMENTO_BLOQUEADO'
  | 'DOCUMENTO_CAMBIADO'
  | 'DOCUMENTO_CERTIFICADO'
  | 'DOCUMENTO_EN_CARGA'
  | 'DOCUMENTO_INTACTO'
  | 'DOCUMENTO_NO_CERTIFICADO'
  | 'DOCUMENTO_NO_MOSTRABLE'
  | 'ELIMINACION_NO_FALLIDA'
  | 'ENTIDAD_INACTIVA'
  | 'ENTIDAD_NO_RECEPTORA'
  | 'ENTREGA_CANCELADA'
  | 'ENTREGA_CONFIRMADA'
  | 'ENTREGA_REEMPLAZADA'
  | 'ENTREGA_REVOCADA'
  | 'ENTREGA_SIN_CONFIRMAR'
  | 'ENTREGA_VENCIDA'
  | 'FIRMA_INVALIDA'
  | 'LLAVE_DESCONOCIDA'
  | 'LLAVE_DE_OTRA_ENTIDAD'
  | 'LLAVE_REVOCADA'
  | 'LLAVE_VENCIDA'
  | 'NIT_DE_OTRA_ENTIDAD'
  | 'NOT_FOUND'
  | 'NO_DISPONIBLE'
  | 'NO_ESTA_EN_PAPELERA'
  | 'NUMERO_INTERNO_USADO'
  | 'OTRA_DECLARACION'
  | 'QUOTA_EXCEEDED'
  | 'RECORDATORIO_NO_ADMITIDO'
  | 'SESIONES_SIN_LUGAR'
  | 'SOLICITUD_CAMBIADA'
  | 'SOLICITUD_CERRADA'
  | 'SOLICITUD_YA_ABIERTA'
  | 'TITULAR_SIN_FIRMA'
  | 'VENTANA_CERRADA'
  | 'VERIFICACION_EN_CURSO';

export type CodigoEdge = {
  __typename?: 'CodigoEdge';
  cursor: Scalars['String']['output'];
  node: Codigo;
};

export type CodigoNoEncontrado = ErrorDeUsuario & {
  __typename?: 'CodigoNoEncontrado';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type ConfirmarCargaError = CargaInvalida | DocumentoNoEncontrado;

export type ConfirmarCargaInput = {
  documentoId: Scalars['ID']['input'];
};

export type ConfirmarCargaPayload = {
  __typename?: 'ConfirmarCargaPayload';
  carpeta?: Maybe<Carpeta>;
  documento?: Maybe<Documento>;
  errores: Array<ConfirmarCargaError>;
};

export type ConfirmarEntregaError = CargaInvalida | EntregaNoEncontrada | OperacionNoPermitida;

export type ConfirmarEntregaInput = {
  entregaId: Scalars['ID']['input'];
};

export type ConfirmarEntregaPayload = {
  __typename?: 'ConfirmarEntregaPayload';
  entrega?: Maybe<Entrega>;
  errores: Array<ConfirmarEntregaError>;
};

export type CrearCodigoError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida;

export type CrearCodigoInput = {
  alcance?: AlcanceCodigo;
  conCopiaVerificable?: Scalars['Boolean']['input'];
  documentoId: Scalars['ID']['input'];
  hasta?: InputMaybe<Scalars['DateTime']['input']>;
  maxUsos?: InputMaybe<Scalars['Int']['input']>;
  mostrarTitular?: Scalars['Boolean']['input'];
  referencia?: Scalars['String']['input'];
};

export type CrearCodigoPayload = {
  __typename?: 'CrearCodigoPayload';
  codigo?: Maybe<Codigo>;
  errores: Array<CrearCodigoError>;
};

export type CuotaExcedida = ErrorDeUsuario & {
  __typename?: 'CuotaExcedida';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
  uso: UsoDeCarpeta;
};

export type DatoAuditoria = {
  __typename?: 'DatoAuditoria';
  nombre: Scalars['String']['output'];
  valor: Scalars['String']['output'];
};

export type DeclaracionInput = {
  fechaEmision: Scalars['String']['input'];
  numero?: InputMaybe<Scalars['String']['input']>;
  titular: TitularInput;
  vigencia?: InputMaybe<VigenciaInput>;
};

export type DeleteDocumentoError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida;

export type DeleteDocumentoInput = {
  documentoId: Scalars['ID']['input'];
  ventana?: Scalars['Int']['input'];
};

export type DeleteDocumentoPayload = {
  __typename?: 'DeleteDocumentoPayload';
  documento?: Maybe<Documento>;
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<DeleteDocumentoError>;
};

export type Denuncia = {
  __typename?: 'Denuncia';
  cuantas: Scalars['Int']['output'];
  dia: Scalars['String']['output'];
  tramite: Scalars['String']['output'];
};

export type DenunciarEntidadError = OperacionNoPermitida | SolicitudNoEncontrada;

export type DenunciarEntidadPayload = {
  __typename?: 'DenunciarEntidadPayload';
  errores: Array<DenunciarEntidadError>;
  silenciadas?: Maybe<Array<EntidadSilenciada>>;
};

export type DesactivarEntidadError = EntidadNoEncontrada;

export type DesactivarEntidadInput = {
  entidadId: Scalars['ID']['input'];
};

export type DesactivarEntidadPayload = {
  __typename?: 'DesactivarEntidadPayload';
  entidad?: Maybe<Entidad>;
  errores: Array<DesactivarEntidadError>;
};

export type Direccion =
  | 'ASC'
  | 'DESC';

export type Documento = Node & {
  __typename?: 'Documento';
  accesos?: Maybe<AccesoConnection>;
  autorizaciones?: Maybe<AutorizacionConnection>;
  certificado: Scalars['Boolean']['output'];
  clase: TipoDeDocumento;
  codigos?: Maybe<CodigoConnection>;
  contextoDocumento: Scalars['String']['output'];
  documentoId: Scalars['UUID']['output'];
  eliminacion?: Maybe<Eliminacion>;
  emisor?: Maybe<Emisor>;
  esDescargable: Scalars['Boolean']['output'];
  esVisible?: Maybe<Scalars['Boolean']['output']>;
  estadoDocumento: EstadoDocumento;
  estadoJuridico?: Maybe<EstadoJuridico>;
  fechaEmision?: Maybe<Scalars['DateTime']['output']>;
  fechaRecepcion: Scalars['DateTime']['output'];
  fechaUltimaModificacion?: Maybe<Scalars['DateTime']['output']>;
  hashDocumento?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  motivoRevocacion?: Maybe<Scalars['String']['output']>;
  nombreArchivo?: Maybe<Scalars['String']['output']>;
  numero?: Maybe<Scalars['String']['output']>;
  reemplazaA?: Maybe<Scalars['ID']['output']>;
  reemplazadoPor?: Maybe<Scalars['ID']['output']>;
  revocadoEn?: Maybe<Scalars['DateTime']['output']>;
  tamanoBytes: Scalars['Long']['output'];
  tipo: Scalars['String']['output'];
  tipoContenido?: Maybe<Scalars['String']['output']>;
  titulo: Scalars['String']['output'];
  urlDescarga?: Maybe<Scalars['String']['output']>;
  urlVerificable?: Maybe<Scalars['String']['output']>;
  urlVista?: Maybe<Scalars['String']['output']>;
  version: Scalars['Int']['output'];
  vigenciaDesde?: Maybe<Scalars['String']['output']>;
  vigenciaHasta?: Maybe<Scalars['String']['output']>;
};


export type DocumentoAccesosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type DocumentoAutorizacionesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type DocumentoCodigosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type DocumentoUrlVerificableArgs = {
  mostrarTitular?: Scalars['Boolean']['input'];
};

export type DocumentoAbierto = {
  __typename?: 'DocumentoAbierto';
  certificado: Scalars['Boolean']['output'];
  clase: TipoDeDocumento;
  dia: Scalars['String']['output'];
  disponibilidad: EstadoDeAutorizado;
  emisor?: Maybe<Emisor>;
  en: Scalars['DateTime']['output'];
  estadoJuridico?: Maybe<EstadoJuridico>;
  expedido?: Maybe<Scalars['String']['output']>;
  hashDocumento: Scalars['String']['output'];
  nombreArchivo: Scalars['String']['output'];
  numero?: Maybe<Scalars['String']['output']>;
  recibido: DocumentoRecibido;
  tamanoBytes: Scalars['Long']['output'];
  tipo: Scalars['String']['output'];
  tipoContenido: Scalars['String']['output'];
  titulo: Scalars['String']['output'];
  urlArchivo?: Maybe<Scalars['String']['output']>;
  urlVerificable?: Maybe<Scalars['String']['output']>;
  vigenciaDesde?: Maybe<Scalars['String']['output']>;
  vigenciaHasta?: Maybe<Scalars['String']['output']>;
};

export type DocumentoAutorizado = {
  __typename?: 'DocumentoAutorizado';
  documento?: Maybe<Documento>;
  documentoId: Scalars['UUID']['output'];
  estado: EstadoDeAutorizado;
  hashDocumento: Scalars['String']['output'];
  requisito: Requisito;
};

export type DocumentoCambiado = ErrorDeUsuario & {
  __typename?: 'DocumentoCambiado';
  codigo: CodigoDeError;
  documento: Documento;
  mensaje: Scalars['String']['output'];
};

export type DocumentoConnection = {
  __typename?: 'DocumentoConnection';
  edges: Array<DocumentoEdge>;
  modificacionDetectada: Scalars['Boolean']['output'];
  nodes: Array<Documento>;
  pageInfo: PageInfo;
};

export type DocumentoEdge = {
  __typename?: 'DocumentoEdge';
  cursor: Scalars['String']['output'];
  node: Documento;
};

export type DocumentoEnPapelera = {
  __typename?: 'DocumentoEnPapelera';
  desde: Scalars['DateTime']['output'];
  documento: Documento;
  eventoId: Scalars['UUID']['output'];
  recuperableHasta: Scalars['DateTime']['output'];
};

export type DocumentoEnPapeleraConnection = {
  __typename?: 'DocumentoEnPapeleraConnection';
  edges: Array<DocumentoEnPapeleraEdge>;
  nodes: Array<DocumentoEnPapelera>;
  pageInfo: PageInfo;
};

export type DocumentoEnPapeleraEdge = {
  __typename?: 'DocumentoEnPapeleraEdge';
  cursor: Scalars['String']['output'];
  node: DocumentoEnPapelera;
};

export type DocumentoNoEncontrado = ErrorDeUsuario & {
  __typename?: 'DocumentoNoEncontrado';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type DocumentoRecibido = Node & {
  __typename?: 'DocumentoRecibido';
  borradoPedidoEn?: Maybe<Scalars['DateTime']['output']>;
  ciudadanoId: Scalars['String']['output'];
  conCopiaVerificable: Scalars['Boolean']['output'];
  desde: Scalars['DateTime']['output'];
  estado: EstadoAutorizacion;
  hasta: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  numeroInterno: Scalars['String']['output'];
  requisito: Requisito;
  solicitudId: Scalars['ID']['output'];
  terminadaEn?: Maybe<Scalars['DateTime']['output']>;
  tramite: Tramite;
  ultimaMirada?: Maybe<UltimaMirada>;
};

export type DocumentoRecibidoConnection = {
  __typename?: 'DocumentoRecibidoConnection';
  edges: Array<DocumentoRecibidoEdge>;
  nodes: Array<DocumentoRecibido>;
  pageInfo: PageInfo;
};

export type DocumentoRecibidoEdge = {
  __typename?: 'DocumentoRecibidoEdge';
  cursor: Scalars['String']['output'];
  node: DocumentoRecibido;
};

export type EdadDeEliminacion =
  | 'DIA'
  | 'HORA'
  | 'MAYOR'
  | 'MINUTO'
  | 'SEMANA';

export type EditarDocumentoError = DocumentoCambiado | DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida;

export type EditarDocumentoInput = {
  codigoTipo?: InputMaybe<Scalars['String']['input']>;
  contextoDocumento?: InputMaybe<Scalars['String']['input']>;
  documentoId: Scalars['ID']['input'];
  titulo?: InputMaybe<Scalars['String']['input']>;
  version: Scalars['Int']['input'];
};

export type EditarDocumentoPayload = {
  __typename?: 'EditarDocumentoPayload';
  documento?: Maybe<Documento>;
  errores: Array<EditarDocumentoError>;
};

export type Eliminacion = Node & {
  __typename?: 'Eliminacion';
  aprobacion?: Maybe<Aprobacion>;
  auditoria?: Maybe<Auditoria>;
  cancelableHasta?: Maybe<Scalars['DateTime']['output']>;
  carpeta?: Maybe<Carpeta>;
  certificado?: Maybe<Scalars['Boolean']['output']>;
  clase?: Maybe<TipoDeDocumento>;
  completadaEn?: Maybe<Scalars['DateTime']['output']>;
  constancia?: Maybe<PruebaDeEvento>;
  documento?: Maybe<Documento>;
  documentoEliminadoId?: Maybe<Scalars['ID']['output']>;
  documentoGlobalId?: Maybe<Scalars['ID']['output']>;
  documentoId: Scalars['UUID']['output'];
  emisor?: Maybe<Emisor>;
  enPapelera: Scalars['Boolean']['output'];
  errores: Array<FallaDePaso>;
  estado: EstadoSaga;
  estadoEvento: EstadoEvento;
  eventoId: Scalars['UUID']['output'];
  hashDocumento?: Maybe<Scalars['String']['output']>;
  historia: Array<CambioDeEliminacion>;
  id: Scalars['ID']['output'];
  nombreArchivo?: Maybe<Scalars['String']['output']>;
  pasoActual: PasoSaga;
  progreso: Progreso;
  secuencia: Scalars['Int']['output'];
  solicitadaEn: Scalars['DateTime']['output'];
  tamanoBytes?: Maybe<Scalars['Long']['output']>;
  tipo?: Maybe<Scalars['String']['output']>;
  titulo?: Maybe<Scalars['String']['output']>;
};

export type EliminacionConnection = {
  __typename?: 'EliminacionConnection';
  edges: Array<EliminacionEdge>;
  nodes: Array<Eliminacion>;
  pageInfo: PageInfo;
};

export type EliminacionEdge = {
  __typename?: 'EliminacionEdge';
  cursor: Scalars['String']['output'];
  node: Eliminacion;
};

export type EliminacionNoEncontrada = ErrorDeUsuario & {
  __typename?: 'EliminacionNoEncontrada';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type EliminarDocumentosError = EntradaInvalida;

export type EliminarDocumentosInput = {
  documentoIds: Array<Scalars['ID']['input']>;
  ventana?: Scalars['Int']['input'];
};

export type EliminarDocumentosPayload = {
  __typename?: 'EliminarDocumentosPayload';
  errores: Array<EliminarDocumentosError>;
  resultados: Array<ResultadoDeEliminar>;
};

export type Embargo = {
  __typename?: 'Embargo';
  baseLegal: Scalars['String']['output'];
  embargoId: Scalars['UUID']['output'];
  estado: EstadoEmbargo;
  eventoIds: Array<Scalars['UUID']['output']>;
  hasta: Scalars['DateTime']['output'];
  levantadoEn?: Maybe<Scalars['DateTime']['output']>;
  miradasDe?: Maybe<Oficina>;
  motivo: Scalars['String']['output'];
  ordenadoEn: Scalars['DateTime']['output'];
};

export type EmbargoNoEncontrado = ErrorDeUsuario & {
  __typename?: 'EmbargoNoEncontrado';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type Emisor = {
  __typename?: 'Emisor';
  entidadId: Scalars['String']['output'];
  nombre: Scalars['String']['output'];
};

export type Encabezado = {
  __typename?: 'Encabezado';
  nombre: Scalars['String']['output'];
  valor: Scalars['String']['output'];
};

export type Entidad = Node & {
  __typename?: 'Entidad';
  activa: Scalars['Boolean']['output'];
  entidadId: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  llaves?: Maybe<Scalars['String']['output']>;
  llavesRegistradas: Array<LlaveRegistrada>;
  llavesUrl?: Maybe<Scalars['String']['output']>;
  modificadaEn: Scalars['DateTime']['output'];
  nit?: Maybe<Scalars['String']['output']>;
  nombre: Scalars['String']['output'];
  registradaEn: Scalars['DateTime']['output'];
  revocaciones: Array<LlaveRevocada>;
  roles: Array<RolEntidad>;
};

export type EntidadConnection = {
  __typename?: 'EntidadConnection';
  edges: Array<EntidadEdge>;
  nodes: Array<Entidad>;
  pageInfo: PageInfo;
};

export type EntidadEdge = {
  __typename?: 'EntidadEdge';
  cursor: Scalars['String']['output'];
  node: Entidad;
};

export type EntidadNoEncontrada = ErrorDeUsuario & {
  __typename?: 'EntidadNoEncontrada';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type EntidadQuePide = {
  __typename?: 'EntidadQuePide';
  activa: Scalars['Boolean']['output'];
  entidadId: Scalars['String']['output'];
  nit: Scalars['String']['output'];
  nombre: Scalars['String']['output'];
};

export type EntidadSilenciada = {
  __typename?: 'EntidadSilenciada';
  desde: Scalars['DateTime']['output'];
  entidadId: Scalars['String']['output'];
  nit: Scalars['String']['output'];
  nombre: Scalars['String']['output'];
};

export type EntradaInvalida = ErrorDeUsuario & {
  __typename?: 'EntradaInvalida';
  campos: Array<CampoInvalido>;
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type Entrega = Node & {
  __typename?: 'Entrega';
  anunciadaEn: Scalars['DateTime']['output'];
  canceladaEn?: Maybe<Scalars['DateTime']['output']>;
  ciudadanoId: Scalars['String']['output'];
  clase?: Maybe<TipoDeDocumento>;
  eliminadaEn?: Maybe<Scalars['DateTime']['output']>;
  entregaId: Scalars['UUID']['output'];
  entregadaEn?: Maybe<Scalars['DateTime']['output']>;
  estado: EstadoEntrega;
  estadoJuridico?: Maybe<EstadoJuridico>;
  fechaEmision?: Maybe<Scalars['DateTime']['output']>;
  hashDocumento?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  llave?: Maybe<Scalars['String']['output']>;
  modificadaEn: Scalars['DateTime']['output'];
  motivo?: Maybe<Scalars['String']['output']>;
  nombreArchivo?: Maybe<Scalars['String']['output']>;
  numero?: Maybe<Scalars['String']['output']>;
  reemplazaA?: Maybe<Scalars['UUID']['output']>;
  reemplazadaPor?: Maybe<Scalars['UUID']['output']>;
  revocadaEn?: Maybe<Scalars['DateTime']['output']>;
  tamanoBytes?: Maybe<Scalars['Long']['output']>;
  tipo?: Maybe<Scalars['String']['output']>;
  titular?: Maybe<Scalars['String']['output']>;
  titulo?: Maybe<Scalars['String']['output']>;
  vigenciaDesde?: Maybe<Scalars['String']['output']>;
  vigenciaHasta?: Maybe<Scalars['String']['output']>;
};

export type EntregaConnection = {
  __typename?: 'EntregaConnection';
  edges: Array<EntregaEdge>;
  nodes: Array<Entrega>;
  pageInfo: PageInfo;
};

export type EntregaEdge = {
  __typename?: 'EntregaEdge';
  cursor: Scalars['String']['output'];
  node: Entrega;
};

export type EntregaNoEncontrada = ErrorDeUsuario & {
  __typename?: 'EntregaNoEncontrada';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type EntregarDocumentoError = EntradaInvalida | OperacionNoPermitida;

export type EntregarDocumentoInput = {
  ciudadanoId: Scalars['ID']['input'];
  codigoTipo: Scalars['String']['input'];
  contextoDocumento?: Scalars['String']['input'];
  declaracion?: InputMaybe<DeclaracionInput>;
  firma: Scalars['String']['input'];
  hashDocumento: Scalars['String']['input'];
  nombreArchivo: Scalars['String']['input'];
  reemplazaA?: InputMaybe<Scalars['ID']['input']>;
  tamanoBytes: Scalars['Long']['input'];
  tipoContenido: Scalars['String']['input'];
  titulo: Scalars['String']['input'];
};

export type EntregarDocumentoPayload = {
  __typename?: 'EntregarDocumentoPayload';
  carga?: Maybe<Carga>;
  entrega?: Maybe<Entrega>;
  errores: Array<EntregarDocumentoError>;
};

export type ErrorDeUsuario = {
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type EstadoAutorizacion =
  | 'TERMINADA'
  | 'VENCIDA'
  | 'VIGENTE';

export type EstadoCodigo =
  | 'AGOTADO'
  | 'TERMINADO'
  | 'VENCIDO'
  | 'VIGENTE';

export type EstadoDeAutorizado =
  | 'BORRADO'
  | 'DISPONIBLE'
  | 'REEMPLAZADO'
  | 'REVOCADO'
  | 'SUSPENDIDO';

export type EstadoDocumento =
  | 'CARGANDO'
  | 'ELIMINANDO'
  | 'PROCESADO';

export type EstadoEmbargo =
  | 'LEVANTADO'
  | 'TERMINADO'
  | 'VIGENTE';

export type EstadoEntrega =
  | 'ANUNCIADA'
  | 'CANCELADA'
  | 'ELIMINADA'
  | 'ENTREGADA'
  | 'VENCIDA';

export type EstadoEvento =
  | 'COMPLETED'
  | 'FAILED'
  | 'PENDING'
  | 'PUBLISHED';

export type EstadoJuridico =
  | 'AUN_NO_VIGENTE'
  | 'REEMPLAZADO'
  | 'REVOCADO'
  | 'VENCIDO'
  | 'VIGENTE';

export type EstadoSaga =
  | 'CANCELADA'
  | 'COMPENSANDO'
  | 'COMPLETADA'
  | 'FALLIDA'
  | 'INICIADA';

export type EstadoSolicitud =
  | 'COMPLETA'
  | 'PARCIAL'
  | 'PENDIENTE'
  | 'RECHAZADA'
  | 'RETIRADA'
  | 'VENCIDA';

export type EventoAuditoria = {
  __typename?: 'EventoAuditoria';
  actor: ActorAuditoria;
  baseLegal?: Maybe<Scalars['String']['output']>;
  carpetaId?: Maybe<Scalars['UUID']['output']>;
  correlationId: Scalars['String']['output'];
  datos: Array<DatoAuditoria>;
  documentoId?: Maybe<Scalars['UUID']['output']>;
  enNombreDe?: Maybe<Scalars['String']['output']>;
  eventoId: Scalars['UUID']['output'];
  momento: Scalars['DateTime']['output'];
  operadorId?: Maybe<Scalars['String']['output']>;
  outcome: ResultadoAuditoria;
  proposito?: Maybe<Scalars['String']['output']>;
  recurso: RecursoAuditoria;
  secuencia: Scalars['String']['output'];
  servicio: ServicioAuditoria;
  severity: GravedadAuditoria;
  tipo: TipoEventoAuditoria;
};

export type EventoAuditoriaConnection = {
  __typename?: 'EventoAuditoriaConnection';
  edges: Array<EventoAuditoriaEdge>;
  nodes: Array<EventoAuditoria>;
  pageInfo: PageInfo;
  total: TotalAuditoria;
};

export type EventoAuditoriaEdge = {
  __typename?: 'EventoAuditoriaEdge';
  cursor: Scalars['String']['output'];
  node: EventoAuditoria;
};

export type FallaDePaso = {
  __typename?: 'FallaDePaso';
  codigo: Scalars['String']['output'];
  en: Scalars['DateTime']['output'];
  intento: Scalars['Int']['output'];
  mensaje: Scalars['String']['output'];
  paso: PasoSaga;
};

export type FiltroAutorizaciones = {
  estado?: InputMaybe<EstadoAutorizacion>;
};

export type FiltroDocumentos = {
  certificado?: InputMaybe<Scalars['Boolean']['input']>;
  codigosTipo?: InputMaybe<Array<Scalars['String']['input']>>;
  emisor?: InputMaybe<Scalars['String']['input']>;
  estadoDocumento?: InputMaybe<EstadoDocumento>;
  fechaDesde?: InputMaybe<Scalars['DateTime']['input']>;
  fechaHasta?: InputMaybe<Scalars['DateTime']['input']>;
  texto?: InputMaybe<Scalars['String']['input']>;
};

export type FiltroEliminaciones = {
  causa?: InputMaybe<CausaBloqueo>;
  certificados?: InputMaybe<Scalars['Boolean']['input']>;
  estados?: InputMaybe<Array<EstadoSaga>>;
  masAntiguaQue?: InputMaybe<Scalars['Duracion']['input']>;
  paso?: InputMaybe<PasoSaga>;
};

export type FiltroEliminacionesDeCarpeta = {
  desde?: InputMaybe<Scalars['DateTime']['input']>;
  estados?: InputMaybe<Array<EstadoSaga>>;
  hasta?: InputMaybe<Scalars['DateTime']['input']>;
  texto?: InputMaybe<Scalars['String']['input']>;
};

export type FiltroEntregas = {
  ciudadanoId?: InputMaybe<Scalars['ID']['input']>;
  estado?: InputMaybe<EstadoEntrega>;
  modificadasDesde?: InputMaybe<Scalars['DateTime']['input']>;
  numero?: InputMaybe<Scalars['String']['input']>;
};

export type FiltroEventosAuditoria = {
  actor?: InputMaybe<Scalars['String']['input']>;
  carpetaId?: InputMaybe<Scalars['UUID']['input']>;
  correlationId?: InputMaybe<Scalars['String']['input']>;
  desde?: InputMaybe<Scalars['Instante']['input']>;
  documentoId?: InputMaybe<Scalars['UUID']['input']>;
  hasta?: InputMaybe<Scalars['Instante']['input']>;
  operadorId?: InputMaybe<Scalars['String']['input']>;
  outcome?: InputMaybe<ResultadoAuditoria>;
  servicio?: InputMaybe<ServicioAuditoria>;
  severity?: InputMaybe<GravedadAuditoria>;
  tipo?: InputMaybe<TipoEventoAuditoria>;
};

export type FiltroMensajesMuertos = {
  cola?: InputMaybe<Scalars['String']['input']>;
  masAntiguoQue?: InputMaybe<Scalars['Duracion']['input']>;
  motivo?: InputMaybe<Scalars['String']['input']>;
};

export type FiltroRecibidos = {
  ciudadanoId?: InputMaybe<Scalars['String']['input']>;
  estado?: InputMaybe<EstadoAutorizacion>;
  numeroInterno?: InputMaybe<Scalars['String']['input']>;
  solicitudId?: InputMaybe<Scalars['ID']['input']>;
  tramite?: InputMaybe<Scalars['String']['input']>;
};

export type FiltroSolicitudes = {
  abiertas?: InputMaybe<Scalars['Boolean']['input']>;
  ciudadanoId?: InputMaybe<Scalars['String']['input']>;
  estado?: InputMaybe<EstadoSolicitud>;
  numeroInterno?: InputMaybe<Scalars['String']['input']>;
  tramite?: InputMaybe<Scalars['String']['input']>;
};

export type FiltroSolicitudesDeCarpeta = {
  abiertas?: InputMaybe<Scalars['Boolean']['input']>;
  estado?: InputMaybe<EstadoSolicitud>;
};

export type FirmarPartesError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida;

export type FirmarPartesInput = {
  documentoId: Scalars['ID']['input'];
  partes: Array<ParteInput>;
};

export type FirmarPartesPayload = {
  __typename?: 'FirmarPartesPayload';
  errores: Array<FirmarPartesError>;
  partes?: Maybe<Array<ParteFirmada>>;
};

export type GravedadAuditoria =
  | 'CRITICAL'
  | 'INFO'
  | 'WARNING';

export type IniciarCargaError = CuotaExcedida | EntradaInvalida;

export type IniciarCargaInput = {
  carpetaId?: InputMaybe<Scalars['ID']['input']>;
  codigoTipo: Scalars['String']['input'];
  contextoDocumento?: Scalars['String']['input'];
  hashDocumento: Scalars['String']['input'];
  nombreArchivo: Scalars['String']['input'];
  porPartes?: Scalars['Boolean']['input'];
  tamanoBytes: Scalars['Long']['input'];
  tipoContenido: Scalars['String']['input'];
  titulo: Scalars['String']['input'];
};

export type IniciarCargaPayload = {
  __typename?: 'IniciarCargaPayload';
  carga?: Maybe<Carga>;
  documento?: Maybe<Documento>;
  errores: Array<IniciarCargaError>;
  partes?: Maybe<PartesDeCarga>;
};

export type LevantarEmbargoError = EmbargoNoEncontrado | EntradaInvalida;

export type LevantarEmbargoInput = {
  carpetaId: Scalars['ID']['input'];
  embargoId: Scalars['UUID']['input'];
  motivo: Scalars['String']['input'];
};

export type LevantarEmbargoPayload = {
  __typename?: 'LevantarEmbargoPayload';
  embargo?: Maybe<Embargo>;
  errores: Array<LevantarEmbargoError>;
};

export type Limites = {
  __typename?: 'Limites';
  documentosPorPedido: Scalars['Int']['output'];
  tamanoMaximo: Scalars['Long']['output'];
  ventanaMaxima: Scalars['Int']['output'];
};

export type LlaveRegistrada = {
  __typename?: 'LlaveRegistrada';
  llave?: Maybe<Scalars['String']['output']>;
  motivo?: Maybe<Scalars['String']['output']>;
};

export type LlaveRevocada = {
  __typename?: 'LlaveRevocada';
  desde: Scalars['DateTime']['output'];
  llave: Scalars['String']['output'];
};

export type LoteReencolado = {
  __typename?: 'LoteReencolado';
  fallidos: Scalars['Int']['output'];
  reencolados: Scalars['Int']['output'];
  tamano: Scalars['Int']['output'];
};

export type MensajeMuerto = {
  __typename?: 'MensajeMuerto';
  cola: Scalars['String']['output'];
  colaDeTrabajo?: Maybe<Scalars['String']['output']>;
  copiaId: Scalars['ID']['output'];
  eliminacion?: Maybe<Eliminacion>;
  eventoId?: Maybe<Scalars['UUID']['output']>;
  intento: Scalars['Int']['output'];
  legible: Scalars['Boolean']['output'];
  motivo: Scalars['String']['output'];
  muertoEn?: Maybe<Scalars['DateTime']['output']>;
  operadorId?: Maybe<Scalars['String']['output']>;
  publicadoEn?: Maybe<Scalars['DateTime']['output']>;
  tipo: Scalars['String']['output'];
};

export type MensajeMuertoConnection = {
  __typename?: 'MensajeMuertoConnection';
  edges: Array<MensajeMuertoEdge>;
  incompleta: Scalars['Boolean']['output'];
  nodes: Array<MensajeMuerto>;
  pageInfo: PageInfo;
  sinMirar: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
};

export type MensajeMuertoEdge = {
  __typename?: 'MensajeMuertoEdge';
  cursor: Scalars['String']['output'];
  node: MensajeMuerto;
};

export type MensajeNoEncontrado = ErrorDeUsuario & {
  __typename?: 'MensajeNoEncontrado';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type Miradas = {
  __typename?: 'Miradas';
  cuantas: Scalars['Int']['output'];
  masDeCien: Scalars['Boolean']['output'];
  ultima?: Maybe<Scalars['DateTime']['output']>;
};

export type MiradasDeInput = {
  desde?: InputMaybe<Scalars['DateTime']['input']>;
  entidadId?: InputMaybe<Scalars['String']['input']>;
  operadorId?: InputMaybe<Scalars['String']['input']>;
  rol: Scalars['String']['input'];
};

export type MotivoSinSello =
  | 'APAGADO'
  | 'DANADO'
  | 'SIN_SELLAR';

export type Mutation = {
  __typename?: 'Mutation';
  abrirCarpeta?: Maybe<AbrirCarpetaPayload>;
  abrirDocumentoRecibido?: Maybe<AbrirDocumentoRecibidoPayload>;
  aprobarEliminacion?: Maybe<AprobarEliminacionPayload>;
  borrarYa?: Maybe<BorrarYaPayload>;
  cancelarCarga?: Maybe<CancelarCargaPayload>;
  cancelarEliminacion?: Maybe<CancelarEliminacionPayload>;
  cancelarEntrega?: Maybe<CancelarEntregaPayload>;
  cerrarSesiones?: Maybe<CerrarSesionesPayload>;
  confirmarCarga?: Maybe<ConfirmarCargaPayload>;
  confirmarEntrega?: Maybe<ConfirmarEntregaPayload>;
  crearCodigo?: Maybe<CrearCodigoPayload>;
  deleteDocumento?: Maybe<DeleteDocumentoPayload>;
  denunciarEntidad?: Maybe<DenunciarEntidadPayload>;
  desactivarEntidad?: Maybe<DesactivarEntidadPayload>;
  editarDocumento?: Maybe<EditarDocumentoPayload>;
  eliminarDocumentos?: Maybe<EliminarDocumentosPayload>;
  entregarDocumento?: Maybe<EntregarDocumentoPayload>;
  firmarPartes?: Maybe<FirmarPartesPayload>;
  iniciarCarga?: Maybe<IniciarCargaPayload>;
  levantarEmbargo?: Maybe<LevantarEmbargoPayload>;
  ordenarEmbargo?: Maybe<OrdenarEmbargoPayload>;
  pedirBorrado?: Maybe<PedirBorradoPayload>;
  rechazarEliminacion?: Maybe<RechazarEliminacionPayload>;
  rechazarSolicitud?: Maybe<RechazarSolicitudPayload>;
  recordarSolicitud?: Maybe<RecordarSolicitudPayload>;
  reencolarMensajes?: Maybe<ReencolarMensajesPayload>;
  registrarEntidad?: Maybe<RegistrarEntidadPayload>;
  registrarTipo?: Maybe<RegistrarTipoPayload>;
  registrarTramite?: Maybe<RegistrarTramitePayload>;
  reintentarEliminacion?: Maybe<ReintentarEliminacionPayload>;
  renovarCarga?: Maybe<RenovarCargaPayload>;
  responderSolicitud?: Maybe<ResponderSolicitudPayload>;
  retirarSolicitud?: Maybe<RetirarSolicitudPayload>;
  revocarEntrega?: Maybe<RevocarEntregaPayload>;
  revocarLlave?: Maybe<RevocarLlavePayload>;
  silenciarEntidad?: Maybe<SilenciarEntidadPayload>;
  solicitarDocumentos?: Maybe<SolicitarDocumentosPayload>;
  solicitarEliminacion?: Maybe<SolicitarEliminacionPayload>;
  terminarAutorizacion?: Maybe<TerminarAutorizacionPayload>;
  terminarCodigo?: Maybe<TerminarCodigoPayload>;
  terminarTramite?: Maybe<TerminarTramitePayload>;
};


export type MutationAbrirCarpetaArgs = {
  input: AbrirCarpetaInput;
};


export type MutationAbrirDocumentoRecibidoArgs = {
  input: AbrirDocumentoRecibidoInput;
};


export type MutationAprobarEliminacionArgs = {
  input: AprobarEliminacionInput;
};


export type MutationBorrarYaArgs = {
  input: BorrarYaInput;
};


export type MutationCancelarCargaArgs = {
  input: CancelarCargaInput;
};


export type MutationCancelarEliminacionArgs = {
  input: CancelarEliminacionInput;
};


export type MutationCancelarEntregaArgs = {
  input: CancelarEntregaInput;
};


export type MutationConfirmarCargaArgs = {
  input: ConfirmarCargaInput;
};


export type MutationConfirmarEntregaArgs = {
  input: ConfirmarEntregaInput;
};


export type MutationCrearCodigoArgs = {
  input: CrearCodigoInput;
};


export type MutationDeleteDocumentoArgs = {
  input: DeleteDocumentoInput;
};


export type MutationDenunciarEntidadArgs = {
  input: SolicitudInput;
};


export type MutationDesactivarEntidadArgs = {
  input: DesactivarEntidadInput;
};


export type MutationEditarDocumentoArgs = {
  input: EditarDocumentoInput;
};


export type MutationEliminarDocumentosArgs = {
  input: EliminarDocumentosInput;
};


export type MutationEntregarDocumentoArgs = {
  input: EntregarDocumentoInput;
};


export type MutationFirmarPartesArgs = {
  input: FirmarPartesInput;
};


export type MutationIniciarCargaArgs = {
  input: IniciarCargaInput;
};


export type MutationLevantarEmbargoArgs = {
  input: LevantarEmbargoInput;
};


export type MutationOrdenarEmbargoArgs = {
  input: OrdenarEmbargoInput;
};


export type MutationPedirBorradoArgs = {
  input: AutorizacionInput;
};


export type MutationRechazarEliminacionArgs = {
  input: RechazarEliminacionInput;
};


export type MutationRechazarSolicitudArgs = {
  input: SolicitudInput;
};


export type MutationRecordarSolicitudArgs = {
  input: SolicitudInput;
};


export type MutationReencolarMensajesArgs = {
  input: ReencolarMensajesInput;
};


export type MutationRegistrarEntidadArgs = {
  input: RegistrarEntidadInput;
};


export type MutationRegistrarTipoArgs = {
  input: RegistrarTipoInput;
};


export type MutationRegistrarTramiteArgs = {
  input: RegistrarTramiteInput;
};


export type MutationReintentarEliminacionArgs = {
  input: ReintentarEliminacionInput;
};


export type MutationRenovarCargaArgs = {
  input: RenovarCargaInput;
};


export type MutationResponderSolicitudArgs = {
  input: ResponderSolicitudInput;
};


export type MutationRetirarSolicitudArgs = {
  input: SolicitudInput;
};


export type MutationRevocarEntregaArgs = {
  input: RevocarEntregaInput;
};


export type MutationRevocarLlaveArgs = {
  input: RevocarLlaveInput;
};


export type MutationSilenciarEntidadArgs = {
  input: SilenciarEntidadInput;
};


export type MutationSolicitarDocumentosArgs = {
  input: SolicitarDocumentosInput;
};


export type MutationSolicitarEliminacionArgs = {
  input: SolicitarEliminacionInput;
};


export type MutationTerminarAutorizacionArgs = {
  input: AutorizacionInput;
};


export type MutationTerminarCodigoArgs = {
  input: TerminarCodigoInput;
};


export type MutationTerminarTramiteArgs = {
  input: TerminarTramiteInput;
};

export type Node = {
  id: Scalars['ID']['output'];
};

export type Novedad = {
  __typename?: 'Novedad';
  autorizacion?: Maybe<Autorizacion>;
  cursor: Scalars['String']['output'];
  documento?: Maybe<Documento>;
  documentoGlobalId?: Maybe<Scalars['ID']['output']>;
  documentoId?: Maybe<Scalars['UUID']['output']>;
  eliminacion?: Maybe<Eliminacion>;
  en: Scalars['DateTime']['output'];
  novedadId: Scalars['String']['output'];
  solicitud?: Maybe<Solicitud>;
  tipo: TipoNovedad;
  totalDocumentosAproximado?: Maybe<Scalars['Long']['output']>;
  totalEnPapeleraAproximado?: Maybe<Scalars['Long']['output']>;
};

export type NovedadDeEntidad = {
  __typename?: 'NovedadDeEntidad';
  en: Scalars['DateTime']['output'];
  recibidos?: Maybe<Array<DocumentoRecibido>>;
  solicitud?: Maybe<Solicitud>;
};

export type NovedadesDeEntidad = {
  __typename?: 'NovedadesDeEntidad';
  cursor: Scalars['String']['output'];
  hayMas: Scalars['Boolean']['output'];
  novedades: Array<NovedadDeEntidad>;
};

export type Oficina = {
  __typename?: 'Oficina';
  entidadId?: Maybe<Scalars['String']['output']>;
  operadorId?: Maybe<Scalars['String']['output']>;
  rol: Scalars['String']['output'];
};

export type OperacionNoPermitida = ErrorDeUsuario & {
  __typename?: 'OperacionNoPermitida';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type OrdenDocumentos = {
  campo?: CampoOrdenDocumentos;
  direccion?: Direccion;
};

export type OrdenEventosAuditoria =
  | 'ASC'
  | 'DESC';

export type OrdenarEmbargoError = CarpetaNoEncontrada | EntradaInvalida;

export type OrdenarEmbargoInput = {
  baseLegal: Scalars['String']['input'];
  carpetaId: Scalars['ID']['input'];
  eventoIds?: InputMaybe<Array<Scalars['UUID']['input']>>;
  hasta: Scalars['DateTime']['input'];
  miradasDe?: InputMaybe<MiradasDeInput>;
  motivo: Scalars['String']['input'];
};

export type OrdenarEmbargoPayload = {
  __typename?: 'OrdenarEmbargoPayload';
  embargo?: Maybe<Embargo>;
  errores: Array<OrdenarEmbargoError>;
};

export type PageInfo = {
  __typename?: 'PageInfo';
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};

export type ParadaDeReencolado =
  | 'FALLO_DE_NUEVO'
  | 'MURIO_DE_NUEVO'
  | 'NO_ENVIADO'
  | 'PLAZO'
  | 'SIN_COMPROBAR';

export type ParteFirmada = {
  __typename?: 'ParteFirmada';
  carga: Carga;
  numero: Scalars['Int']['output'];
};

export type ParteInput = {
  hashParte: Scalars['String']['input'];
  numero: Scalars['Int']['input'];
};

export type ParteRecibida = {
  __typename?: 'ParteRecibida';
  hashParte: Scalars['String']['output'];
  numero: Scalars['Int']['output'];
  tamanoBytes: Scalars['Long']['output'];
};

export type PartesDeCarga = {
  __typename?: 'PartesDeCarga';
  recibidas: Array<ParteRecibida>;
  tamanoParte: Scalars['Long']['output'];
  total: Scalars['Int']['output'];
};

export type PasoSaga =
  | 'APROBACION'
  | 'COMPLETED'
  | 'ESPERA'
  | 'METADATA_CLEANUP'
  | 'MINIO_CLEANUP';

export type PedirBorradoError = AutorizacionNoEncontrada | OperacionNoPermitida;

export type PedirBorradoPayload = {
  __typename?: 'PedirBorradoPayload';
  autorizacion?: Maybe<Autorizacion>;
  errores: Array<PedirBorradoError>;
};

export type Progreso = {
  __typename?: 'Progreso';
  intento: Scalars['Int']['output'];
  paso: Scalars['Int']['output'];
  proximoReintento?: Maybe<Scalars['DateTime']['output']>;
  totalPasos: Scalars['Int']['output'];
};

export type PruebaDeCrecimiento = {
  __typename?: 'PruebaDeCrecimiento';
  checkpoint: Scalars['String']['output'];
  crecimiento: Scalars['String']['output'];
  desde: Scalars['Long']['output'];
  entradas: Scalars['Long']['output'];
  llaves: Scalars['String']['output'];
};

export type PruebaDeEvento = {
  __typename?: 'PruebaDeEvento';
  eventId: Scalars['UUID']['output'];
  evento: Scalars['String']['output'];
  sello?: Maybe<SelloDeEvento>;
  sinSello?: Maybe<MotivoSinSello>;
};

export type Query = {
  __typename?: 'Query';
  atraso?: Maybe<Array<AtrasoDeEstado>>;
  carpeta?: Maybe<Carpeta>;
  catalogoDeTipos?: Maybe<Array<TipoEnCatalogo>>;
  constancia?: Maybe<PruebaDeEvento>;
  denuncias?: Maybe<Array<Denuncia>>;
  documentosRecibidos?: Maybe<DocumentoRecibidoConnection>;
  eliminacion?: Maybe<Eliminacion>;
  eliminaciones?: Maybe<EliminacionConnection>;
  embargos?: Maybe<Array<Embargo>>;
  entidad?: Maybe<Entidad>;
  entidades?: Maybe<EntidadConnection>;
  entregas?: Maybe<EntregaConnection>;
  eventosAuditoria?: Maybe<EventoAuditoriaConnection>;
  limites?: Maybe<Limites>;
  mensajesMuertos?: Maybe<MensajeMuertoConnection>;
  miCarpeta?: Maybe<Carpeta>;
  node?: Maybe<Node>;
  nodes?: Maybe<Array<Maybe<Node>>>;
  novedadesDeEntidad?: Maybe<NovedadesDeEntidad>;
  porQueNoAvanza?: Maybe<Bloqueo>;
  pruebaDeCrecimiento?: Maybe<PruebaDeCrecimiento>;
  pruebaDeEvento?: Maybe<PruebaDeEvento>;
  rateLimit?: Maybe<RateLimit>;
  registroDeTramites?: Maybe<Array<TramiteEnRegistro>>;
  solicitudes?: Maybe<SolicitudConnection>;
  tiposDeDocumento?: Maybe<Array<TipoDeDocumento>>;
  tramites?: Maybe<Array<Tramite>>;
  verificarDocumento?: Maybe<Verificacion>;
};


export type QueryAtrasoArgs = {
  operadorId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryCarpetaArgs = {
  id: Scalars['ID']['input'];
};


export type QueryConstanciaArgs = {
  eventoId: Scalars['UUID']['input'];
};


export type QueryDenunciasArgs = {
  entidadId: Scalars['String']['input'];
};


export type QueryDocumentosRecibidosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroRecibidos>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryEliminacionArgs = {
  eventoId: Scalars['ID']['input'];
};


export type QueryEliminacionesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroEliminaciones>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  operadorId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryEmbargosArgs = {
  carpetaId: Scalars['ID']['input'];
};


export type QueryEntidadArgs = {
  id: Scalars['ID']['input'];
};


export type QueryEntidadesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryEntregasArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  direccion?: Direccion;
  filtro?: InputMaybe<FiltroEntregas>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryEventosAuditoriaArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroEventosAuditoria>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orden?: OrdenEventosAuditoria;
};


export type QueryMensajesMuertosArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroMensajesMuertos>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  operadorId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryNovedadesDeEntidadArgs = {
  despuesDe?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


export type QueryPorQueNoAvanzaArgs = {
  eventoId: Scalars['ID']['input'];
};


export type QueryPruebaDeCrecimientoArgs = {
  desde: Scalars['Long']['input'];
  operadorId?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPruebaDeEventoArgs = {
  eventId: Scalars['UUID']['input'];
  operadorId?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySolicitudesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filtro?: InputMaybe<FiltroSolicitudes>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryVerificarDocumentoArgs = {
  ciudadanoId?: InputMaybe<Scalars['ID']['input']>;
  documentoId?: InputMaybe<Scalars['ID']['input']>;
  hashDocumento?: InputMaybe<Scalars['String']['input']>;
};

export type RateLimit = {
  __typename?: 'RateLimit';
  costo: Scalars['Int']['output'];
  limite: Scalars['Int']['output'];
  reinicio: Scalars['DateTime']['output'];
  restante: Scalars['Int']['output'];
};

export type RechazarEliminacionError = EliminacionNoEncontrada | EntradaInvalida | OperacionNoPermitida;

export type RechazarEliminacionInput = {
  comentario: Scalars['String']['input'];
  eventoId: Scalars['ID']['input'];
};

export type RechazarEliminacionPayload = {
  __typename?: 'RechazarEliminacionPayload';
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<RechazarEliminacionError>;
};

export type RechazarSolicitudError = OperacionNoPermitida | SolicitudNoEncontrada;

export type RechazarSolicitudPayload = {
  __typename?: 'RechazarSolicitudPayload';
  errores: Array<RechazarSolicitudError>;
  solicitud?: Maybe<Solicitud>;
};

export type RecordarSolicitudError = OperacionNoPermitida | SolicitudNoEncontrada;

export type RecordarSolicitudPayload = {
  __typename?: 'RecordarSolicitudPayload';
  errores: Array<RecordarSolicitudError>;
  solicitud?: Maybe<Solicitud>;
};

export type RecursoAuditoria = {
  __typename?: 'RecursoAuditoria';
  recursoId: Scalars['String']['output'];
  tipo: Scalars['String']['output'];
};

export type ReencolarMensajesError = EntradaInvalida | MensajeNoEncontrado | OperacionNoPermitida;

export type ReencolarMensajesInput = {
  cola: Scalars['String']['input'];
  copiaIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  maximo?: Scalars['Int']['input'];
  motivo?: InputMaybe<Scalars['String']['input']>;
  porSegundo?: Scalars['Int']['input'];
  simular?: Scalars['Boolean']['input'];
};

export type ReencolarMensajesPayload = {
  __typename?: 'ReencolarMensajesPayload';
  detalle?: Maybe<Scalars['String']['output']>;
  detenidoPor?: Maybe<ParadaDeReencolado>;
  errores: Array<ReencolarMensajesError>;
  lotes: Array<LoteReencolado>;
  reencolados: Scalars['Int']['output'];
  restantes: Scalars['Int']['output'];
  simulado: Scalars['Boolean']['output'];
};

export type RegistrarEntidadError = EntradaInvalida | OperacionNoPermitida;

export type RegistrarEntidadInput = {
  entidadId: Scalars['String']['input'];
  llaves?: InputMaybe<Scalars['String']['input']>;
  llavesUrl?: InputMaybe<Scalars['String']['input']>;
  nit?: InputMaybe<Scalars['String']['input']>;
  nombre: Scalars['String']['input'];
  roles?: InputMaybe<Array<RolEntidad>>;
};

export type RegistrarEntidadPayload = {
  __typename?: 'RegistrarEntidadPayload';
  entidad?: Maybe<Entidad>;
  errores: Array<RegistrarEntidadError>;
};

export type RegistrarTipoError = EntradaInvalida;

export type RegistrarTipoInput = {
  activo?: Scalars['Boolean']['input'];
  codigo: Scalars['String']['input'];
  contexto: TextoDeTipoInput;
  icono?: Scalars['String']['input'];
  nombre: TextoDeTipoInput;
  palabras?: Array<Scalars['String']['input']>;
  retencion?: InputMaybe<Scalars['Int']['input']>;
};

export type RegistrarTipoPayload = {
  __typename?: 'RegistrarTipoPayload';
  errores: Array<RegistrarTipoError>;
  tipo?: Maybe<TipoEnCatalogo>;
};

export type RegistrarTramiteError = EntradaInvalida | OperacionNoPermitida;

export type RegistrarTramiteInput = {
  baseLegal: TextoDeTipoInput;
  codigo: Scalars['String']['input'];
  conservacionDias: Scalars['Int']['input'];
  entidadIds: Array<Scalars['String']['input']>;
  finalidad: TextoDeTipoInput;
  nombre: TextoDeTipoInput;
  plazoMaximoDias: Scalars['Int']['input'];
  requisitos: Array<RequisitoInput>;
};

export type RegistrarTramitePayload = {
  __typename?: 'RegistrarTramitePayload';
  errores: Array<RegistrarTramiteError>;
  tramite?: Maybe<TramiteEnRegistro>;
};

export type ReintentarEliminacionError = EliminacionNoEncontrada | OperacionNoPermitida;

export type ReintentarEliminacionInput = {
  eventoId: Scalars['ID']['input'];
};

export type ReintentarEliminacionPayload = {
  __typename?: 'ReintentarEliminacionPayload';
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<ReintentarEliminacionError>;
};

export type RenovarCargaError = DocumentoNoEncontrado | OperacionNoPermitida;

export type RenovarCargaInput = {
  documentoId: Scalars['ID']['input'];
};

export type RenovarCargaPayload = {
  __typename?: 'RenovarCargaPayload';
  carga?: Maybe<Carga>;
  documento?: Maybe<Documento>;
  errores: Array<RenovarCargaError>;
  partes?: Maybe<PartesDeCarga>;
};

export type Requisito = {
  __typename?: 'Requisito';
  certificado: Scalars['Boolean']['output'];
  clases: Array<TipoDeDocumento>;
  codigo: Scalars['String']['output'];
  nombre: Scalars['String']['output'];
  opcional: Scalars['Boolean']['output'];
};

export type RequisitoEnRegistro = {
  __typename?: 'RequisitoEnRegistro';
  certificado: Scalars['Boolean']['output'];
  codigo: Scalars['String']['output'];
  nombre: TextoDeTipo;
  opcional: Scalars['Boolean']['output'];
  tipos: Array<Scalars['String']['output']>;
};

export type RequisitoInput = {
  certificado?: Scalars['Boolean']['input'];
  codigo: Scalars['String']['input'];
  nombre: TextoDeTipoInput;
  opcional?: Scalars['Boolean']['input'];
  tipos: Array<Scalars['String']['input']>;
};

export type RequisitoPedido = {
  __typename?: 'RequisitoPedido';
  autorizacion?: Maybe<Autorizacion>;
  candidatos?: Maybe<Array<Documento>>;
  recibido?: Maybe<DocumentoRecibido>;
  requisito: Requisito;
  respuesta?: Maybe<RespuestaDeRequisito>;
};

export type ResponderSolicitudError = EntradaInvalida | OperacionNoPermitida | SolicitudNoEncontrada;

export type ResponderSolicitudInput = {
  conCopiaVerificable?: Scalars['Boolean']['input'];
  dias: Scalars['Int']['input'];
  respuestas: Array<RespuestaInput>;
  solicitudId: Scalars['ID']['input'];
  version: Scalars['Int']['input'];
};

export type ResponderSolicitudPayload = {
  __typename?: 'ResponderSolicitudPayload';
  autorizacion?: Maybe<Autorizacion>;
  errores: Array<ResponderSolicitudError>;
  solicitud?: Maybe<Solicitud>;
};

export type RespuestaDeRequisito =
  | 'ENTREGADO'
  | 'NO_ENTREGADO';

export type RespuestaInput = {
  documentoId?: InputMaybe<Scalars['ID']['input']>;
  requisito: Scalars['String']['input'];
};

export type ResultadoAprobacion =
  | 'APROBADA'
  | 'PENDIENTE'
  | 'RECHAZADA'
  | 'RETIRADA'
  | 'VENCIDA';

export type ResultadoAuditoria =
  | 'DENIED'
  | 'FAILURE'
  | 'SUCCESS';

export type ResultadoDeBorrarYa = {
  __typename?: 'ResultadoDeBorrarYa';
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<ResultadoDeBorrarYaError>;
  pedido: Scalars['ID']['output'];
};

export type ResultadoDeBorrarYaError = EliminacionNoEncontrada | OperacionNoPermitida;

export type ResultadoDeEliminar = {
  __typename?: 'ResultadoDeEliminar';
  documento?: Maybe<Documento>;
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<DeleteDocumentoError>;
  pedido: Scalars['ID']['output'];
};

export type ResultadoVerificacion =
  | 'ARCHIVO_AUSENTE'
  | 'ARCHIVO_CAMBIADO'
  | 'ENTIDAD_AUSENTE'
  | 'FIRMA_INVALIDA'
  | 'LLAVE_REVOCADA'
  | 'REEMPLAZADA'
  | 'REVOCADA'
  | 'SIN_ENTREGAR'
  | 'SIN_FIRMA'
  | 'VALIDA';

export type RetirarSolicitudError = OperacionNoPermitida | SolicitudNoEncontrada;

export type RetirarSolicitudPayload = {
  __typename?: 'RetirarSolicitudPayload';
  errores: Array<RetirarSolicitudError>;
  solicitud?: Maybe<Solicitud>;
};

export type RevocarEntregaError = EntradaInvalida | EntregaNoEncontrada | OperacionNoPermitida;

export type RevocarEntregaInput = {
  entregaId: Scalars['ID']['input'];
  firma: Scalars['String']['input'];
  motivo: Scalars['String']['input'];
};

export type RevocarEntregaPayload = {
  __typename?: 'RevocarEntregaPayload';
  entrega?: Maybe<Entrega>;
  errores: Array<RevocarEntregaError>;
};

export type RevocarLlaveError = EntidadNoEncontrada | EntradaInvalida | OperacionNoPermitida;

export type RevocarLlaveInput = {
  desde?: InputMaybe<Scalars['DateTime']['input']>;
  entidadId: Scalars['ID']['input'];
  llave: Scalars['String']['input'];
};

export type RevocarLlavePayload = {
  __typename?: 'RevocarLlavePayload';
  entidad?: Maybe<Entidad>;
  errores: Array<RevocarLlaveError>;
};

export type RolEntidad =
  | 'EMISOR'
  | 'RECEPTOR';

export type SelloDeEvento = {
  __typename?: 'SelloDeEvento';
  checkpoint: Scalars['String']['output'];
  llaves: Scalars['String']['output'];
  numero: Scalars['Long']['output'];
  prueba: Scalars['String']['output'];
};

export type ServicioAuditoria =
  | 'API'
  | 'BARRENDERO'
  | 'BORRADOR_METADATOS'
  | 'BORRADOR_OBJETOS'
  | 'CONSOLA'
  | 'COORDINADOR'
  | 'RECONCILIADOR';

export type SilenciarEntidadError = EntidadNoEncontrada | OperacionNoPermitida;

export type SilenciarEntidadInput = {
  entidadId: Scalars['String']['input'];
  silenciada?: Scalars['Boolean']['input'];
};

export type SilenciarEntidadPayload = {
  __typename?: 'SilenciarEntidadPayload';
  errores: Array<SilenciarEntidadError>;
  silenciadas?: Maybe<Array<EntidadSilenciada>>;
};

export type SolicitarDocumentosError = EntradaInvalida | OperacionNoPermitida;

export type SolicitarDocumentosInput = {
  ciudadanoId: Scalars['String']['input'];
  numeroInterno: Scalars['String']['input'];
  tramite: Scalars['String']['input'];
};

export type SolicitarDocumentosPayload = {
  __typename?: 'SolicitarDocumentosPayload';
  errores: Array<SolicitarDocumentosError>;
  solicitud?: Maybe<Solicitud>;
};

export type SolicitarEliminacionError = DocumentoNoEncontrado | EntradaInvalida | OperacionNoPermitida;

export type SolicitarEliminacionInput = {
  documentoId: Scalars['ID']['input'];
  motivo: Scalars['String']['input'];
};

export type SolicitarEliminacionPayload = {
  __typename?: 'SolicitarEliminacionPayload';
  documento?: Maybe<Documento>;
  eliminacion?: Maybe<Eliminacion>;
  errores: Array<SolicitarEliminacionError>;
};

export type Solicitud = Node & {
  __typename?: 'Solicitud';
  ciudadanoId: Scalars['String']['output'];
  creadaEn: Scalars['DateTime']['output'];
  entidad: EntidadQuePide;
  estado: EstadoSolicitud;
  hasta: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  modificadaEn: Scalars['DateTime']['output'];
  numeroInterno?: Maybe<Scalars['String']['output']>;
  pedidaPor?: Maybe<Scalars['String']['output']>;
  rechazadaEn?: Maybe<Scalars['DateTime']['output']>;
  recordadaEn?: Maybe<Scalars['DateTime']['output']>;
  recordatorios: Scalars['Int']['output'];
  requisitos: Array<RequisitoPedido>;
  retiradaEn?: Maybe<Scalars['DateTime']['output']>;
  solicitudId: Scalars['UUID']['output'];
  tramite: Tramite;
  version: Scalars['Int']['output'];
};

export type SolicitudConnection = {
  __typename?: 'SolicitudConnection';
  edges: Array<SolicitudEdge>;
  nodes: Array<Solicitud>;
  pageInfo: PageInfo;
};

export type SolicitudEdge = {
  __typename?: 'SolicitudEdge';
  cursor: Scalars['String']['output'];
  node: Solicitud;
};

export type SolicitudInput = {
  solicitudId: Scalars['ID']['input'];
};

export type SolicitudNoEncontrada = ErrorDeUsuario & {
  __typename?: 'SolicitudNoEncontrada';
  codigo: CodigoDeError;
  mensaje: Scalars['String']['output'];
};

export type Subscription = {
  __typename?: 'Subscription';
  accesosDeCarpeta: AccesoNuevo;
  eliminacion: Eliminacion;
  eliminacionesDeCarpeta: Eliminacion;
  novedadesDeCarpeta: Novedad;
};


export type SubscriptionAccesosDeCarpetaArgs = {
  carpetaId: Scalars['ID']['input'];
  despuesDe?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionEliminacionArgs = {
  despuesDe?: InputMaybe<Scalars['Int']['input']>;
  eventoId: Scalars['ID']['input'];
};


export type SubscriptionEliminacionesDeCarpetaArgs = {
  carpetaId: Scalars['ID']['input'];
};


export type SubscriptionNovedadesDeCarpetaArgs = {
  carpetaId: Scalars['ID']['input'];
  despuesDe?: InputMaybe<Scalars['String']['input']>;
};

export type TerminarAutorizacionError = AutorizacionNoEncontrada | OperacionNoPermitida;

export type TerminarAutorizacionPayload = {
  __typename?: 'TerminarAutorizacionPayload';
  autorizacion?: Maybe<Autorizacion>;
  errores: Array<TerminarAutorizacionError>;
};

export type TerminarCodigoError = CodigoNoEncontrado;

export type TerminarCodigoInput = {
  codigoId: Scalars['ID']['input'];
};

export type TerminarCodigoPayload = {
  __typename?: 'TerminarCodigoPayload';
  codigo?: Maybe<Codigo>;
  errores: Array<TerminarCodigoError>;
};

export type TerminarTramiteError = EntradaInvalida;

export type TerminarTramiteInput = {
  codigo: Scalars['String']['input'];
};

export type TerminarTramitePayload = {
  __typename?: 'TerminarTramitePayload';
  errores: Array<TerminarTramiteError>;
  tramite?: Maybe<TramiteEnRegistro>;
};

export type TextoDeTipo = {
  __typename?: 'TextoDeTipo';
  en: Scalars['String']['output'];
  es: Scalars['String']['output'];
};

export type TextoDeTipoInput = {
  en: Scalars['String']['input'];
  es: Scalars['String']['input'];
};

export type TipoDeDocumento = {
  __typename?: 'TipoDeDocumento';
  activo: Scalars['Boolean']['output'];
  codigo: Scalars['String']['output'];
  contexto: Scalars['String']['output'];
  icono: Scalars['String']['output'];
  nombre: Scalars['String']['output'];
  palabras: Array<Scalars['String']['output']>;
  retencion?: Maybe<Scalars['Int']['output']>;
};

export type TipoEnCatalogo = {
  __typename?: 'TipoEnCatalogo';
  activo: Scalars['Boolean']['output'];
  codigo: Scalars['String']['output'];
  contexto: TextoDeTipo;
  icono: Scalars['String']['output'];
  modificadoEn?: Maybe<Scalars['DateTime']['output']>;
  nombre: TextoDeTipo;
  palabras: Array<Scalars['String']['output']>;
  retencion?: Maybe<Scalars['Int']['output']>;
};

export type TipoEventoAuditoria =
  | 'ARCHIVO_SERVIDO'
  | 'AUDITORIA_EXPORTADA'
  | 'AUDITORIA_LEIDA'
  | 'AUTORIZACION_ARCHIVO_SERVIDO'
  | 'AUTORIZACION_BORRADO_PEDIDO'
  | 'AUTORIZACION_NEGADA'
  | 'AUTORIZACION_OTORGADA'
  | 'AUTORIZACION_TERMINADA'
  | 'AUTORIZACION_USADA'
  | 'CARGA_ANUNCIADA'
  | 'CARGA_CANCELADA'
  | 'CARGA_CONFIRMADA'
  | 'CARGA_VENCIDA'
  | 'CARPETA_ABIERTA'
  | 'CODIGO_CREADO'
  | 'CODIGO_TERMINADO'
  | 'CODIGO_USADO'
  | 'DOCUMENTO_DESCARGADO'
  | 'DOCUMENTO_EDITADO'
  | 'DOCUMENTO_ENTREGADO'
  | 'DOCUMENTO_VISTO'
  | 'ELIMINACION_CANCELADA'
  | 'ELIMINACION_COMPLETADA'
  | 'ELIMINACION_DECIDIDA'
  | 'ELIMINACION_FALLIDA'
  | 'ELIMINACION_PASO'
  | 'ELIMINACION_REINTENTADA'
  | 'ELIMINACION_SOLICITADA'
  | 'EMBARGO_IMPUESTO'
  | 'EMBARGO_LEVANTADO'
  | 'EMISION'
  | 'ENTIDAD_CAMBIADA'
  | 'ENTIDAD_DENUNCIADA'
  | 'ENTIDAD_SILENCIADA'
  | 'ENTREGA_REEMPLAZADA'
  | 'ENTREGA_REVOCADA'
  | 'LISTA_LEIDA'
  | 'LLAVE_CAMBIADA'
  | 'LLAVE_VISTA'
  | 'MENSAJE_REENVIADO'
  | 'NODO_LEIDO'
  | 'POLITICA_NEGADA'
  | 'RECONCILIACION_REPARADA'
  | 'RESPALDO_HECHO'
  | 'RESPALDO_RESTAURADO'
  | 'REVOCACION_CAMBIADA'
  | 'SESION_INICIADA'
  | 'SOLICITUD_CREADA'
  | 'SOLICITUD_RECHAZADA'
  | 'SOLICITUD_RECORDADA'
  | 'SOLICITUD_RETIRADA'
  | 'TIPO_CAMBIADO'
  | 'TOKEN_RECHAZADO'
  | 'TRAMITE_REGISTRADO'
  | 'TRAMITE_TERMINADO';

export type TipoNovedad =
  | 'AUTORIZACION'
  | 'AVANZO'
  | 'BLOQUEADO'
  | 'CAMBIO'
  | 'DESBLOQUEADO'
  | 'LLEGO'
  | 'RECARGAR'
  | 'SE_FUE'
  | 'SOLICITUD';

export type TitularInput = {
  nombre: Scalars['String']['input'];
  sal: Scalars['String']['input'];
};

export type TotalAuditoria = {
  __typename?: 'TotalAuditoria';
  acotado: Scalars['Boolean']['output'];
  cuantos: Scalars['Int']['output'];
};

export type Tramite = {
  __typename?: 'Tramite';
  baseLegal: Scalars['String']['output'];
  codigo: Scalars['String']['output'];
  conservacionDias: Scalars['Int']['output'];
  finalidad: Scalars['String']['output'];
  nombre: Scalars['String']['output'];
  plazoMaximoDias: Scalars['Int']['output'];
  requisitos: Array<Requisito>;
  version: Scalars['Int']['output'];
};

export type TramiteEnRegistro = {
  __typename?: 'TramiteEnRegistro';
  baseLegal: TextoDeTipo;
  codigo: Scalars['String']['output'];
  conservacionDias: Scalars['Int']['output'];
  entidadIds: Array<Scalars['String']['output']>;
  finalidad: TextoDeTipo;
  nombre: TextoDeTipo;
  plazoMaximoDias: Scalars['Int']['output'];
  registradoEn: Scalars['DateTime']['output'];
  requisitos: Array<RequisitoEnRegistro>;
  terminadoEn?: Maybe<Scalars['DateTime']['output']>;
  version: Scalars['Int']['output'];
};

export type UltimaMirada = {
  __typename?: 'UltimaMirada';
  en: Scalars['DateTime']['output'];
  por: Scalars['String']['output'];
};

export type UsoDeCarpeta = {
  __typename?: 'UsoDeCarpeta';
  bytes: Scalars['Long']['output'];
  documentos: Scalars['Long']['output'];
  limiteBytes: Scalars['Long']['output'];
  limiteDocumentos: Scalars['Long']['output'];
};

export type Verificacion = {
  __typename?: 'Verificacion';
  algoritmo?: Maybe<Scalars['String']['output']>;
  documento?: Maybe<Documento>;
  emisor?: Maybe<Emisor>;
  firmadaEn?: Maybe<Scalars['DateTime']['output']>;
  hashFirmado: Scalars['String']['output'];
  hashGuardado?: Maybe<Scalars['String']['output']>;
  llave?: Maybe<Scalars['String']['output']>;
  recibidaEn: Scalars['DateTime']['output'];
  resultado: ResultadoVerificacion;
  valida: Scalars['Boolean']['output'];
};

export type VigenciaInput = {
  desde?: InputMaybe<Scalars['String']['input']>;
  hasta?: InputMaybe<Scalars['String']['input']>;
};

export type Argumentos = {
  Query: {
    atraso: QueryAtrasoArgs;
    carpeta: QueryCarpetaArgs;
    catalogoDeTipos: object;
    constancia: QueryConstanciaArgs;
    denuncias: QueryDenunciasArgs;
    documentosRecibidos: QueryDocumentosRecibidosArgs;
    eliminacion: QueryEliminacionArgs;
    eliminaciones: QueryEliminacionesArgs;
    embargos: QueryEmbargosArgs;
    entidad: QueryEntidadArgs;
    entidades: QueryEntidadesArgs;
    entregas: QueryEntregasArgs;
    eventosAuditoria: QueryEventosAuditoriaArgs;
    limites: object;
    mensajesMuertos: QueryMensajesMuertosArgs;
    miCarpeta: object;
    node: QueryNodeArgs;
    nodes: QueryNodesArgs;
    novedadesDeEntidad: QueryNovedadesDeEntidadArgs;
    porQueNoAvanza: QueryPorQueNoAvanzaArgs;
    pruebaDeCrecimiento: QueryPruebaDeCrecimientoArgs;
    pruebaDeEvento: QueryPruebaDeEventoArgs;
    rateLimit: object;
    registroDeTramites: object;
    solicitudes: QuerySolicitudesArgs;
    tiposDeDocumento: object;
    tramites: object;
    verificarDocumento: QueryVerificarDocumentoArgs;
  };
  Mutation: {
    abrirCarpeta: MutationAbrirCarpetaArgs;
    abrirDocumentoRecibido: MutationAbrirDocumentoRecibidoArgs;
    aprobarEliminacion: MutationAprobarEliminacionArgs;
    borrarYa: MutationBorrarYaArgs;
    cancelarCarga: MutationCancelarCargaArgs;
    cancelarEliminacion: MutationCancelarEliminacionArgs;
    cancelarEntrega: MutationCancelarEntregaArgs;
    cerrarSesiones: object;
    confirmarCarga: MutationConfirmarCargaArgs;
    confirmarEntrega: MutationConfirmarEntregaArgs;
    crearCodigo: MutationCrearCodigoArgs;
    deleteDocumento: MutationDeleteDocumentoArgs;
    denunciarEntidad: MutationDenunciarEntidadArgs;
    desactivarEntidad: MutationDesactivarEntidadArgs;
    editarDocumento: MutationEditarDocumentoArgs;
    eliminarDocumentos: MutationEliminarDocumentosArgs;
    entregarDocumento: MutationEntregarDocumentoArgs;
    firmarPartes: MutationFirmarPartesArgs;
    iniciarCarga: MutationIniciarCargaArgs;
    levantarEmbargo: MutationLevantarEmbargoArgs;
    ordenarEmbargo: MutationOrdenarEmbargoArgs;
    pedirBorrado: MutationPedirBorradoArgs;
    rechazarEliminacion: MutationRechazarEliminacionArgs;
    rechazarSolicitud: MutationRechazarSolicitudArgs;
    recordarSolicitud: MutationRecordarSolicitudArgs;
    reencolarMensajes: MutationReencolarMensajesArgs;
    registrarEntidad: MutationRegistrarEntidadArgs;
    registrarTipo: MutationRegistrarTipoArgs;
    registrarTramite: MutationRegistrarTramiteArgs;
    reintentarEliminacion: MutationReintentarEliminacionArgs;
    renovarCarga: MutationRenovarCargaArgs;
    responderSolicitud: MutationResponderSolicitudArgs;
    retirarSolicitud: MutationRetirarSolicitudArgs;
    revocarEntrega: MutationRevocarEntregaArgs;
    revocarLlave: MutationRevocarLlaveArgs;
    silenciarEntidad: MutationSilenciarEntidadArgs;
    solicitarDocumentos: MutationSolicitarDocumentosArgs;
    solicitarEliminacion: MutationSolicitarEliminacionArgs;
    terminarAutorizacion: MutationTerminarAutorizacionArgs;
    terminarCodigo: MutationTerminarCodigoArgs;
    terminarTramite: MutationTerminarTramiteArgs;
  };
};
