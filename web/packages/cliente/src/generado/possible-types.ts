
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "AbrirCarpetaError": [
      "EntradaInvalida",
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
      "OperacionNoPermitida"
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
      "Carpeta",
      "Codigo",
      "Documento",
      "Eliminacion",
      "Entidad",
      "Entrega"
    ],
    "OrdenarEmbargoError": [
      "CarpetaNoEncontrada",
      "EntradaInvalida"
    ],
    "RechazarEliminacionError": [
      "EliminacionNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
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
    "ResultadoDeBorrarYaError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
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
    "SolicitarEliminacionError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
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
      "OperacionNoPermitida"
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
      "Carpeta",
      "Codigo",
      "Documento",
      "Eliminacion",
      "Entidad",
      "Entrega"
    ],
    "OrdenarEmbargoError": [
      "CarpetaNoEncontrada",
      "EntradaInvalida"
    ],
    "RechazarEliminacionError": [
      "EliminacionNoEncontrada",
      "EntradaInvalida",
      "OperacionNoPermitida"
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
    "ResultadoDeBorrarYaError": [
      "EliminacionNoEncontrada",
      "OperacionNoPermitida"
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
    "SolicitarEliminacionError": [
      "DocumentoNoEncontrado",
      "EntradaInvalida",
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
    