/** The texts of these screens, in both languages. */
const es = {
  carga: {
    titulo: 'Subir documentos',
    zona: 'Suelte aquí los archivos',
    suelte: 'Arrastre aquí sus archivos, o elíjalos.',
    elegir: 'Elegir archivos',
    foto: 'Tomar una foto',
    nombre: 'Título',
    tipo: 'Tipo',
    porSubir: 'Archivos por subir',
    subir: (n: number) => (n === 1 ? 'Subir 1 archivo' : `Subir ${n} archivos`),
    cargas: 'Archivos enviados',
    quitar: 'Quitar',
    quitarDe: (nombre: string) => `Quitar ${nombre}`,
    cancelar: 'Cancelar',
    cancelarDe: (nombre: string) => `Cancelar ${nombre}`,
    esCarpeta: 'No se puede subir una carpeta. Elija los archivos que están en ella.',
    vacio: 'Un archivo está vacío y no se puede subir. Elija uno con contenido.',
    fases: {
      espera: 'espera su turno',
      huella: 'preparando',
      anuncio: 'preparando',
      envio: 'subiendo',
      confirmacion: 'comprobando',
      lista: 'está en su carpeta',
      fallida: 'no se pudo subir',
      cancelada: 'cancelado',
    },
  },
};

const en: typeof es = {
  carga: {
    titulo: 'Upload documents',
    zona: 'Drop files here',
    suelte: 'Drag your files here, or choose them.',
    elegir: 'Choose files',
    foto: 'Take a photo',
    nombre: 'Title',
    tipo: 'Kind',
    porSubir: 'Files to upload',
    subir: (n) => (n === 1 ? 'Upload 1 file' : `Upload ${n} files`),
    cargas: 'Files that were sent',
    quitar: 'Remove',
    quitarDe: (nombre) => `Remove ${nombre}`,
    cancelar: 'Cancel',
    cancelarDe: (nombre) => `Cancel ${nombre}`,
    esCarpeta: 'A folder cannot be uploaded. Choose the files in it.',
    vacio: 'A file is empty and cannot be uploaded. Choose one with content.',
    fases: {
      espera: 'waits its turn',
      huella: 'preparing',
      anuncio: 'preparing',
      envio: 'uploading',
      confirmacion: 'checking',
      lista: 'is in your folder',
      fallida: 'could not be uploaded',
      cancelada: 'cancelled',
    },
  },
};

export const textos = { es, en };
