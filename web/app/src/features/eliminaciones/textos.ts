/** The texts of these screens, in both languages. */
const es = {
  eliminaciones: {
    titulo: 'Papelera',
    intro: 'Lo que se ha eliminado de su carpeta en los últimos días, y lo que se está eliminando.',
    vacia: 'No hay eliminaciones',
    sinTitulo: 'Documento',
    cargarMas: 'Cargar más',
    estados: { INICIADA: 'En curso', COMPENSANDO: 'Se está deteniendo', COMPLETADA: 'Eliminado', FALLIDA: 'No se pudo eliminar', CANCELADA: 'Cancelada' },
    pasos: {
      APROBACION: 'Se pidió borrarlo. Otra persona debe aprobarlo',
      ESPERA: 'Todavía se puede deshacer',
      MINIO_CLEANUP: 'Se borra el archivo',
      METADATA_CLEANUP: 'Se borran los datos',
      COMPLETED: 'Terminado',
    },
    paso: (n: number, total: number) => `Paso ${n} de ${total}`,
    intento: (n: number) => `intento ${n}`,
    proximo: (momento: string) => `se intenta de nuevo: ${momento}`,
    solicitada: (momento: string) => `Pedida: ${momento}`,
    terminada: (momento: string) => `terminó: ${momento}`,
    retirar: 'Retirar lo pedido',
    retirarDe: (titulo: string) => `Retirar lo pedido sobre «${titulo}»`,
  },
  constancia: {
    obtener: 'Obtener la constancia',
    obtenerDe: (titulo: string) => `Obtener la constancia de «${titulo}»`,
    de: (titulo: string) => `Constancia de «${titulo}»`,
    explicacion: 'Guarde este archivo como está: con él cualquiera comprueba, también dentro de años, que el documento se eliminó y que nadie cambió la constancia.',
  },
};

const en: typeof es = {
  eliminaciones: {
    titulo: 'Bin',
    intro: 'What was deleted from your folder in the last days, and what is being deleted.',
    vacia: 'There are no deletions',
    sinTitulo: 'Document',
    cargarMas: 'Load more',
    estados: { INICIADA: 'Under way', COMPENSANDO: 'Being stopped', COMPLETADA: 'Deleted', FALLIDA: 'Could not be deleted', CANCELADA: 'Taken back' },
    pasos: {
      APROBACION: 'Its deletion was asked for. Somebody else has to approve it',
      ESPERA: 'Can still be undone',
      MINIO_CLEANUP: 'The file is being erased',
      METADATA_CLEANUP: 'The data are being erased',
      COMPLETED: 'Done',
    },
    paso: (n, total) => `Step ${n} of ${total}`,
    intento: (n) => `attempt ${n}`,
    proximo: (momento) => `tried again: ${momento}`,
    solicitada: (momento) => `Asked for: ${momento}`,
    terminada: (momento) => `ended: ${momento}`,
    retirar: 'Take the request back',
    retirarDe: (titulo) => `Take the request about “${titulo}” back`,
  },
  constancia: {
    obtener: 'Get the receipt',
    obtenerDe: (titulo) => `Get the receipt of “${titulo}”`,
    de: (titulo) => `Receipt of “${titulo}”`,
    explicacion: 'Keep this file as it is: with it anybody can verify, also in years, that the document was deleted, and that nobody changed the receipt.',
  },
};

export const textos = { es, en };
