import { EVENTOS } from '../../../shared/eventos';
import type { GravedadAuditoria, ResultadoAuditoria, ServicioAuditoria, TipoEventoAuditoria } from '../generado/graphql';

/** Each kind by its name in documents, files and on the REST face: CODIGO_USADO is codigo.usado. */
export const TIPOS = Object.fromEntries(EVENTOS.map((tipo) => [tipo.toUpperCase().replace('.', '_'), tipo])) as Record<TipoEventoAuditoria, string>;

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
