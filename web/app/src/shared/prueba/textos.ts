/** The texts of every proof, in both languages. */
const es = {
  obteniendo: 'Sellando…',
  archivos: { evento: 'Guardar el evento', prueba: 'Guardar la prueba', llaves: 'Guardar las llaves' },
  sinSello: 'No hay sello: el servidor no sella, o su registro está en revisión. Pregunte a quien lo opera.',
  tarda: 'El sello tarda más de lo normal. Intente de nuevo en unos minutos.',
};

const en: typeof es = {
  obteniendo: 'Being sealed…',
  archivos: { evento: 'Save the event', prueba: 'Save the proof', llaves: 'Save the keys' },
  sinSello: 'There is no seal: the server seals nothing, or its log is being looked after. Ask whoever runs it.',
  tarda: 'The seal takes longer than usual. Try again in some minutes.',
};

export const textos = { es, en };
