import type { GravedadAuditoria, ResultadoAuditoria, ServicioAuditoria, TipoEventoAuditoria } from '../generado/graphql';

/** Each kind by its name in documents, files and on the REST face. */
export const TIPOS: Record<TipoEventoAuditoria, string> = {
  CARPETA_ABIERTA: 'carpeta.abierta',
  CARGA_ANUNCIADA: 'carga.anunciada',
  CARGA_CONFIRMADA: 'carga.confirmada',
  CARGA_CANCELADA: 'carga.cancelada',
  CARGA_VENCIDA: 'carga.vencida',
  DOCUMENTO_ENTREGADO: 'documento.entregado',
  ENTREGA_REVOCADA: 'entrega.revocada',
  ENTREGA_REEMPLAZADA: 'entrega.reemplazada',
  DOCUMENTO_EDITADO: 'documento.editado',
  DOCUMENTO_VISTO: 'documento.visto',
  DOCUMENTO_DESCARGADO: 'documento.descargado',
  ARCHIVO_SERVIDO: 'archivo.servido',
  LISTA_LEIDA: 'lista.leida',
  NODO_LEIDO: 'nodo.leido',
  CODIGO_CREADO: 'codigo.creado',
  CODIGO_USADO: 'codigo.usado',
  CODIGO_TERMINADO: 'codigo.terminado',
  ELIMINACION_SOLICITADA: 'eliminacion.solicitada',
  ELIMINACION_CANCELADA: 'eliminacion.cancelada',
  ELIMINACION_DECIDIDA: 'eliminacion.decidida',
  ELIMINACION_PASO: 'eliminacion.paso',
  ELIMINACION_REINTENTADA: 'eliminacion.reintentada',
  ELIMINACION_COMPLETADA: 'eliminacion.completada',
  ELIMINACION_FALLIDA: 'eliminacion.fallida',
  MENSAJE_REENVIADO: 'mensaje.reenviado',
  RECONCILIACION_REPARADA: 'reconciliacion.reparada',
  SESION_INICIADA: 'sesion.iniciada',
  TOKEN_RECHAZADO: 'token.rechazado',
  POLITICA_NEGADA: 'politica.negada',
  EMISION: 'emision',
  LLAVE_VISTA: 'llave.vista',
  ENTIDAD_CAMBIADA: 'entidad.cambiada',
  LLAVE_CAMBIADA: 'llave.cambiada',
  TIPO_CAMBIADO: 'tipo.cambiado',
  REVOCACION_CAMBIADA: 'revocacion.cambiada',
  RESPALDO_HECHO: 'respaldo.hecho',
  RESPALDO_RESTAURADO: 'respaldo.restaurado',
  AUDITORIA_LEIDA: 'auditoria.leida',
  AUDITORIA_EXPORTADA: 'auditoria.exportada',
  EMBARGO_IMPUESTO: 'embargo.impuesto',
  EMBARGO_LEVANTADO: 'embargo.levantado',
};

export const SERVICIOS: Record<ServicioAuditoria, string> = {
  API: 'api',
  COORDINADOR: 'coordinador',
  BORRADOR_OBJETOS: 'borrador-objetos',
  BORRADOR_METADATOS: 'borrador-metadatos',
  BARRENDERO: 'barrendero',
  RECONCILIADOR: 'reconciliador',
  CONSOLA: 'consola',
};

export const RESULTADOS: Record<ResultadoAuditoria, string> = { SUCCESS: 'success', FAILURE: 'failure', DENIED: 'denied' };

export const GRAVEDADES: Record<GravedadAuditoria, string> = { INFO: 'info', WARNING: 'warning', CRITICAL: 'critical' };
