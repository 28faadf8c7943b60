
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "AbrirCarpetaError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "AbrirDocumentoRecibidoError": [
      "DocumentoNoEncontrado",
      "OperacionNoPermitida"
    ],
    "AprobarEliminacionError": [
      "EliminacionNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "BorrarYaError": [
      "EntradaInvalida"
    ],
    "CancelarCargaError": [
      "DocumentoNoEncontrado",
      "OperacionNoPermitida"
    ],
    "CancelarEliminacionError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "CancelarEntregaError": [
      "EntregaNoEncontrada",
      "OperacionNoPermitida"
    ],
    "CerrarSesionesError": [
      "OperacionNoPermitida"
    ],
    "ConfirmarCargaError": [
      "CargaInvalida",
      "DocumentoNoEncontrado"
    ],
    "ConfirmarEntregaError": [
      "CargaInvalida",
      "EntregaNoEncontrada",
      "OperacionNoPermitida"
    ],
    "CrearCodigoError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "DeleteDocumentoError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "DenunciarEntidadError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "DesactivarEntidadError": [
      "EntidadNoEncontrada"
    ],
    "EditarDocumentoError": [
      "DocumentoCambiado",
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "EliminarDocumentosError": [
      "EntradaInvalida"
    ],
    "EntregarDocumentoError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "ErrorDeUsuario": [
      "AutorizacionNoEncontrada",
      "CargaInvalida",
      "CarpetaNoEncontrada",
      "CodigoNoEncontrado",
      "CuotaExcedida",
      "DocumentoCambiado",
      "DocumentoNoEncontrado",
      "EliminacionNoEncontrada",
      "EmbargoNoEncontrado",
      "EntidadNoEncontrada",
      "EntradaInvalida",
      "EntregaNoEncontrada",
      "MensajeNoEncontrado",
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "FirmarPartesError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "IniciarCargaError": [
      "CuotaExcedida",
      "EntradaInvalida"
    ],
    "LevantarEmbargoError": [
      "EmbargoNoEncontrado",
      "EntradaInvalida"
    ],
    "Node": [
      "Autorizacion",
      "Carpeta",
      "Codigo",
      "Documento",
      "DocumentoRecibido",
      "Eliminacion",
      "Entidad",
      "Entrega",
      "Solicitud"
    ],
    "OrdenarEmbargoError": [
      "CarpetaNoEncontrada",
      "EntradaInvalida"
    ],
    "PedirBorradoError": [
      "AutorizacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RechazarEliminacionError": [
      "EliminacionNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "RechazarSolicitudError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "RecordarSolicitudError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "ReencolarMensajesError": [
      "EntradaInvalida",
      "MensajeNoEncontrado",
      "OperacionNoPermitida"
    ],
    "RegistrarEntidadError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "RegistrarTipoError": [
      "EntradaInvalida"
    ],
    "RegistrarTramiteError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "ReintentarEliminacionError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RenovarCargaError": [
      "DocumentoNoEncontrado",
      "OperacionNoPermitida"
    ],
    "ResponderSolicitudError": [
      "EntradaInvalida",
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "ResultadoDeBorrarYaError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RetirarSolicitudError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "RevocarEntregaError": [
      "EntradaInvalida",
      "EntregaNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RevocarLlaveError": [
      "EntidadNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "SilenciarEntidadError": [
      "EntidadNoEncontrada",
      "OperacionNoPermitida"
    ],
    "SolicitarDocumentosError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "SolicitarEliminacionError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "TerminarAutorizacionError": [
      "AutorizacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "TerminarCodigoError": [
      "CodigoNoEncontrado"
    ],
    "TerminarTramiteError": [
      "EntradaInvalida"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "AbrirCarpetaError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "AbrirDocumentoRecibidoError": [
      "DocumentoNoEncontrado",
      "OperacionNoPermitida"
    ],
    "AprobarEliminacionError": [
      "EliminacionNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "BorrarYaError": [
      "EntradaInvalida"
    ],
    "CancelarCargaError": [
      "DocumentoNoEncontrado",
      "OperacionNoPermitida"
    ],
    "CancelarEliminacionError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "CancelarEntregaError": [
      "EntregaNoEncontrada",
      "OperacionNoPermitida"
    ],
    "CerrarSesionesError": [
      "OperacionNoPermitida"
    ],
    "ConfirmarCargaError": [
      "CargaInvalida",
      "DocumentoNoEncontrado"
    ],
    "ConfirmarEntregaError": [
      "CargaInvalida",
      "EntregaNoEncontrada",
      "OperacionNoPermitida"
    ],
    "CrearCodigoError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "DeleteDocumentoError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "DenunciarEntidadError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "DesactivarEntidadError": [
      "EntidadNoEncontrada"
    ],
    "EditarDocumentoError": [
      "DocumentoCambiado",
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "EliminarDocumentosError": [
      "EntradaInvalida"
    ],
    "EntregarDocumentoError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "ErrorDeUsuario": [
      "AutorizacionNoEncontrada",
      "CargaInvalida",
      "CarpetaNoEncontrada",
      "CodigoNoEncontrado",
      "CuotaExcedida",
      "DocumentoCambiado",
      "DocumentoNoEncontrado",
      "EliminacionNoEncontrada",
      "EmbargoNoEncontrado",
      "EntidadNoEncontrada",
      "EntradaInvalida",
      "EntregaNoEncontrada",
      "MensajeNoEncontrado",
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "FirmarPartesError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "IniciarCargaError": [
      "CuotaExcedida",
      "EntradaInvalida"
    ],
    "LevantarEmbargoError": [
      "EmbargoNoEncontrado",
      "EntradaInvalida"
    ],
    "Node": [
      "Autorizacion",
      "Carpeta",
      "Codigo",
      "Documento",
      "DocumentoRecibido",
      "Eliminacion",
      "Entidad",
      "Entrega",
      "Solicitud"
    ],
    "OrdenarEmbargoError": [
      "CarpetaNoEncontrada",
      "EntradaInvalida"
    ],
    "PedirBorradoError": [
      "AutorizacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RechazarEliminacionError": [
      "EliminacionNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "RechazarSolicitudError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "RecordarSolicitudError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "ReencolarMensajesError": [
      "EntradaInvalida",
      "MensajeNoEncontrado",
      "OperacionNoPermitida"
    ],
    "RegistrarEntidadError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "RegistrarTipoError": [
      "EntradaInvalida"
    ],
    "RegistrarTramiteError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "ReintentarEliminacionError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RenovarCargaError": [
      "DocumentoNoEncontrado",
      "OperacionNoPermitida"
    ],
    "ResponderSolicitudError": [
      "EntradaInvalida",
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "ResultadoDeBorrarYaError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RetirarSolicitudError": [
      "OperacionNoPermitida",
      "SolicitudNoEncontrada"
    ],
    "RevocarEntregaError": [
      "EntradaInvalida",
      "EntregaNoEncontrada",
      "OperacionNoPermitida"
    ],
    "RevocarLlaveError": [
      "EntidadNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "SilenciarEntidadError": [
      "EntidadNoEncontrada",
      "OperacionNoPermitida"
    ],
    "SolicitarDocumentosError": [
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "SolicitarEliminacionError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
      "OperacionNoPermitida"
    ],
    "TerminarAutorizacionError": [
      "AutorizacionNoEncontrada",
      "OperacionNoPermitida"
    ],
    "TerminarCodigoError": [
      "CodigoNoEncontrado"
    ],
    "TerminarTramiteError": [
      "EntradaInvalida"
    ]
  }
};
      export default result;
    