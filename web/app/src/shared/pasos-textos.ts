import type { PasoSaga } from './generado/graphql';

/** What a step is called: as its owner sees it happen, and in the console. TypeScript wants each in both languages. */
type Nombres = Record<'ciudadano' | 'operador', Record<PasoSaga, string>>;

const es: Nombres = {
  ciudadano: {
    APROBACION: 'Otra persona lo aprueba, si está certificado',
    ESPERA: 'Todavía se puede recuperar',
    MINIO_CLEANUP: 'Se borra el archivo',
    METADATA_CLEANUP: 'Se borran los datos',
    COMPLETED: 'Terminado',
  },
  operador: {
    APROBACION: 'Espera aprobación',
    ESPERA: 'Ventana para deshacer',
    MINIO_CLEANUP: 'Borrado del archivo',
    METADATA_CLEANUP: 'Borrado de los datos',
    COMPLETED: 'Terminada',
  },
};

const en: Nombres = {
  ciudadano: {
    APROBACION: 'Somebody else approves it, if it is certified',
    ESPERA: 'Can still be recovered',
    MINIO_CLEANUP: 'The file is being erased',
    METADATA_CLEANUP: 'The data are being erased',
    COMPLETED: 'Done',
  },
  operador: {
    APROBACION: 'Waits for approval',
    ESPERA: 'Undo window',
    MINIO_CLEANUP: 'Erasing the file',
    METADATA_CLEANUP: 'Erasing the data',
    COMPLETED: 'Done',
  },
};

export const pasos = { es, en };
