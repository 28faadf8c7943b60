/** The texts of every proof, in both languages. */
const es = {
  obteniendo: 'Sellando…',
  guardar: 'Guardar la constancia',
  tecnica: 'Prueba técnica',
  partes: 'Lo mismo en tres archivos, para los programas que comprueban pruebas.',
  archivos: { evento: 'Guardar el evento', prueba: 'Guardar la prueba', llaves: 'Guardar las llaves' },
  sinSello: 'No hay sello: el servidor no sella, o su registro está en revisión. Pregunte a quien lo opera.',
  tarda: 'El sello tarda más de lo normal. Intente de nuevo en unos minutos.',
};

const en: typeof es = {
  obteniendo: 'Being sealed…',
  guardar: 'Save the receipt',
  tecnica: 'Technical proof',
  partes: 'The same as three files, for programs that verify proofs.',
  archivos: { evento: 'Save the event', prueba: 'Save the proof', llaves: 'Save the keys' },
  sinSello: 'There is no seal: the server seals nothing, or its log is being looked after. Ask whoever runs it.',
  tarda: 'The seal takes longer than usual. Try again in some minutes.',
};

export const textos = { es, en };
