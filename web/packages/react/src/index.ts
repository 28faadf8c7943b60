export { CarpetaProvider, useCarpetaClient, useSesion } from './provider.js';
export { useDocumentos, type Documentos, type OpcionesDeDocumentos } from './use-documentos.js';
export { useEliminarDocumento, type Deshacible, type Eliminada, type EliminarDocumento } from './use-eliminar-documento.js';
export { useMiCarpeta, type MiCarpeta } from './use-mi-carpeta.js';
export { useNovedades, type Novedades } from './use-novedades.js';
export { useProgresoEliminacion, type ProgresoEliminacion } from './use-progreso-eliminacion.js';
export { useAccesos, type Accesos } from './use-accesos.js';
export { useCarga, type CargaMostrada, type Cargas } from './use-carga.js';
export { useDocumento, type Correccion, type Corregido, type DetalleDeDocumento, type DocumentoDetallado } from './use-documento.js';
