/** The texts of every proof, in both languages. */
const es = {
  obteniendo: 'Sellando…',
  guardado: (nombre: string) => `Se guardó el archivo «${nombre}».`,
  otraVez: 'Guardar otra vez',
  sinSello: 'No hay sello: el servidor no sella, o su registro está en revisión. Pregunte a quien lo opera.',
  tarda: 'El sello tarda más de lo normal. Intente de nuevo en unos minutos.',
};

const en: typeof es = {
  obteniendo: 'Being sealed…',
  guardado: (nombre) => `The file “${nombre}” was saved.`,
  otraVez: 'Save again',
  sinSello: 'There is no seal: the server seals nothing, or its log is being looked after. Ask whoever runs it.',
  tarda: 'The seal takes longer than usual. Try again in some minutes.',
};

export const textos = { es, en };
