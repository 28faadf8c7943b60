export { createCache, typePolicies } from './cache.js';
export { createCarpetaClient, type CarpetaClient, type CarpetaOptions } from './client.js';
export { connection } from './connection.js';
export { authLink, byHashLink, retryLink, subscriptionLink } from './links.js';
export { listKey } from './list-key.js';
export { isTooLongToReload, reloadList, showList, type ListOf } from './lists.js';
export { forgetDocumento, newsOf, type News, type Novedad } from './news.js';
export { addAcceso } from './accesos.js';
export { cargaApi } from './carga.js';
