/** What the hooks need, and the application of this repository; for nobody else, as it changes with every release. */
export { addAcceso } from './accesos.js';
export { binChanged, cameBack, leaveBin, putIntoBin, showBin } from './bin.js';
export { addressOf, innerOf } from './inner.js';
export { changeOf, loadPage, MOST_ROWS, reloadList, showPending } from './lists.js';
export { pauseAfterReload } from './lookers.js';
export { texto } from '../idioma.js';
export { archivoDe, FORMATO, gone, nombreDe, sellada, type Partes, type Pedida } from '../prueba.js';
