/** The texts of every proof, in both languages. */
const es = {
  obteniendo: 'Sellando…',
  guardado: (nombre: string) => `Se guardó el archivo «${nombre}».`,
  otraVez: 'Guardar otra vez',
};

const en: typeof es = {
  obteniendo: 'Being sealed…',
  guardado: (nombre) => `The file “${nombre}” was saved.`,
  otraVez: 'Save again',
};

export const textos = { es, en };
