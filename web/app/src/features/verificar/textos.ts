/** What is told of a deletion, already in words. */
interface Dicho {
  dia: string;
  /** Kind and size, if they are known. */
  que: string;
  solicitante: string | undefined;
  aprobada: boolean;
}

/** The texts of this screen, in both languages. */
const es = {
  verificar: {
    titulo: 'Verificar un documento o una constancia',
    intro: 'Compruebe quién certificó un documento y si sigue siendo válido, o que una constancia es auténtica. El archivo se lee en este navegador y no se envía a ninguna parte.',
    zona: 'Suelte aquí el archivo',
    suelte: 'Arrastre aquí el archivo «….verificable.zip» o el de la constancia, o elíjalo.',
    elegir: 'Elegir el archivo',
    mas: 'Si su constancia tiene tres archivos, suéltelos juntos.',
    comprobando: 'Comprobando…',
    resultado: 'Resultado',
    archivos: (nombres: string[]) => `${nombres.length === 1 ? 'Archivo' : 'Archivos'}: ${nombres.join(', ')}`,
    titulos: {
      propio: { constancia: 'Esta constancia es auténtica', prueba: 'Esta prueba es auténtica' },
      ajeno: { constancia: 'Este servicio no firmó esta constancia', prueba: 'Este servicio no firmó esta prueba' },
      sinComparar: { constancia: 'Falta saber quién firmó esta constancia', prueba: 'Falta saber quién firmó esta prueba' },
    },
    tipos: {
      DIPLOMA: 'Diploma',
      ACTA_DE_GRADO: 'Acta de grado',
      CEDULA_CIUDADANIA: 'Cédula de ciudadanía',
      REGISTRO_CIVIL: 'Registro civil',
      HISTORIA_CLINICA: 'Historia clínica',
      ESCRITURA: 'Escritura',
      CERTIFICADO: 'Certificado',
      CONTRATO: 'Contrato',
      FACTURA: 'Factura',
      OTRO: 'Otro',
    } as Readonly<Record<string, string>>,
    borrado: ({ dia, que, solicitante, aprobada }: Dicho) => {
      const documento = `un documento${que && ` (${que})`}`;
      const quien = solicitante === 'ciudadano' ? ', a petición de la persona dueña de la carpeta' : solicitante === 'servicio' ? ', en una reparación que hizo el servicio' : '';
      return `El ${dia} se eliminó para siempre ${documento}${quien}${aprobada ? ' y con la aprobación del operador que guarda la carpeta' : ''}.`;
    },
    autorizo: ({ dia, nit, tramite, version, documentos, hasta }: { dia: string; nit: string; tramite: string; version: string; documentos: number; hasta: string }) =>
      `El ${dia} la persona dueña de la carpeta autorizó a la entidad con NIT ${nit} a ver ${documentos === 1 ? '1 documento' : `${documentos} documentos`} hasta el ${hasta}, para el trámite ${tramite} (versión ${version}). Los documentos, por su huella, y la huella de la finalidad que leyó están en lo registrado.`,
    termino: ({ dia, nit, tramite, version }: { dia: string; nit: string; tramite: string; version: string }) =>
      `El ${dia} la persona dueña de la carpeta terminó lo que había autorizado a la entidad con NIT ${nit} para el trámite ${tramite} (versión ${version}).`,
    deTipo: (tipo: string) => `de tipo «${tipo}»`,
    registrado: (dia: string) => `Lo que dice quedó registrado a más tardar el ${dia}.`,
    dice: 'Lo que dice:',
    firmantes: {
      propio: 'La firmó este servicio, y nadie la ha cambiado desde entonces.',
      ajeno: 'Nadie la ha cambiado desde que se firmó, pero la firmó otro. Cualquiera puede hacer un archivo así: no confíe en él mientras no lo verifique en el servicio donde se hizo.',
      sinComparar: 'Nadie la ha cambiado desde que se firmó, pero el archivo solo no basta para saber quién lo firmó, y este servicio no responde. Compruébela de nuevo cuando tenga conexión.',
    },
    papel: {
      titulos: {
        VALIDO: 'Este documento es auténtico',
        SIN_LISTA: 'Está firmado y entero; no se sabe si lo retiraron',
        SIN_ESTADO: 'Está firmado y entero; no se sabe si lo retiraron',
        VENCIDO: 'Este documento venció',
        AUN_NO_VIGENTE: 'Este documento todavía no es válido',
        RETIRADO: 'La entidad retiró este documento',
        LLAVE_REVOCADA: 'Este documento no es válido',
        EMISOR_DESCONOCIDO: 'No se sabe quién certificó este documento',
      },
      sinComparar: 'Falta saber quién certificó este documento',
      sinRespuesta: 'Este servicio no responde, y el archivo solo no basta. Compruébelo de nuevo cuando tenga conexión.',
      firmada: (momento: string) => `La entidad lo firmó el ${momento}, según ella.`,
      recibida: (momento: string, registro: string) => `Se recibió el ${momento}, según el registro ${registro}.`,
      estado: (uri: string) => `Su estado se consulta en ${uri}.`,
    },
    otraVez: 'Comprobar de nuevo',
    tecnica: 'Prueba técnica',
    sellada: (momento: string, registro: string, entradas: string) => `El sello es del ${momento}, del registro ${registro}, que tenía ${entradas} entradas.`,
    lugar: (numero: string) => `Es la entrada número ${numero}.`,
    crecio: (entradas: string) => `El registro solo creció desde que tenía ${entradas} entradas.`,
    llave: 'La llave que firmó. Compárela también con la que el operador publica en otro lugar:',
    loRegistrado: 'Lo que se registró',
    /** What a person reads; the exact part is in `partes`. */
    rechazos: {
      cambio: 'Esta constancia no es auténtica: lo que cuenta no es lo que se firmó. Alguien la cambió, o está cortada. Pida otra copia a quien se la dio.',
      prueba: 'Esta constancia no es auténtica: la parte que demuestra lo que dice cambió o está cortada. Pida otra copia a quien se la dio.',
      quien: 'Esta constancia no es auténtica: la parte que dice quién la firmó cambió o está cortada. Pida otra copia a quien se la dio.',
      firma: 'Esta constancia no es auténtica: la firma no es de quien dice haberla hecho. Pida otra copia a quien se la dio.',
      danado: 'El archivo de la constancia está cortado o dañado. Cópielo de nuevo, o pida otra copia a quien se lo dio.',
      falta: 'Falta una parte de la constancia. Si la tiene en varios archivos, elíjalos todos juntos.',
      demasiados: 'Hay más archivos de los que se comprueban juntos. Elija una sola constancia.',
      otraCosa: 'Esto no es un documento verificable ni una constancia. Elija el archivo «….verificable.zip» que le dieron, o «constancia-….json», que se guarda en la papelera después de eliminar un documento.',
      noSeLeen: 'El navegador no puede leer este archivo. Cópielo a otra carpeta y elíjalo de nuevo.',
    },
    partes: {
      constancia: 'El archivo no es JSON con formato, evento, prueba y llaves.',
      otraCosa: 'Uno de los archivos no es de una constancia ni de una prueba.',
      evento: 'El archivo del evento está cortado o cambió.',
      prueba: 'El archivo de la prueba está cortado o cambió.',
      crecimiento: 'El archivo del crecimiento está cortado o cambió.',
      llaves: 'El archivo de las llaves está cortado o cambió.',
      firma: 'La firma no es de ninguna de estas llaves.',
      fecha: 'Se firmó cuando la llave no era del registro.',
      lugar: 'El evento no es el que se selló: uno de los archivos cambió, o no van juntos.',
      historia: 'Los dos sellos no son de un registro que solo creció, o falta el archivo del crecimiento entre los dos.',
      faltaEvento: 'Falta el archivo de un evento.',
      faltaPrueba: 'Falta el archivo de una prueba.',
      faltanLlaves: 'Falta el archivo de las llaves.',
      demasiados: 'Son más de una constancia, más de dos sellos o más de un archivo de llaves.',
      noSeLeen: 'El navegador no pudo leer los archivos.',
    },
  },
};

const en: typeof es = {
  verificar: {
    titulo: 'Verify a document or a receipt',
    intro: 'See who certified a document and whether it is still valid, or that a receipt is genuine. The file is read in this browser and is sent nowhere.',
    zona: 'Drop the file here',
    suelte: 'Drag the file “….verificable.zip” or that of the receipt here, or choose it.',
    elegir: 'Choose the file',
    mas: 'If your receipt has three files, drop them together.',
    comprobando: 'Verifying…',
    resultado: 'Result',
    archivos: (nombres) => `${nombres.length === 1 ? 'File' : 'Files'}: ${nombres.join(', ')}`,
    titulos: {
      propio: { constancia: 'This receipt is genuine', prueba: 'This proof is genuine' },
      ajeno: { constancia: 'This service did not sign this receipt', prueba: 'This service did not sign this proof' },
      sinComparar: { constancia: 'It is not known yet who signed this receipt', prueba: 'It is not known yet who signed this proof' },
    },
    tipos: {
      DIPLOMA: 'Diploma',
      ACTA_DE_GRADO: 'Graduation record',
      CEDULA_CIUDADANIA: 'National identity card',
      REGISTRO_CIVIL: 'Civil registry',
      HISTORIA_CLINICA: 'Medical record',
      ESCRITURA: 'Notarial deed',
      CERTIFICADO: 'Certificate',
      CONTRATO: 'Contract',
      FACTURA: 'Invoice',
      OTRO: 'Other',
    },
    borrado: ({ dia, que, solicitante, aprobada }) => {
      const documento = `a document${que && ` (${que})`}`;
      const quien = solicitante === 'ciudadano' ? ', at the request of the person whose folder it is' : solicitante === 'servicio' ? ', in a repair that the service made' : '';
      return `On ${dia} ${documento} was erased for ever${quien}${aprobada ? ' and with the approval of the operador who keeps the folder' : ''}.`;
    },
    autorizo: ({ dia, nit, tramite, version, documentos, hasta }) =>
      `On ${dia} the person whose folder it is authorised the entity with NIT ${nit} to see ${documentos === 1 ? '1 document' : `${documentos} documents`} until ${hasta}, for the procedure ${tramite} (version ${version}). The documents, by their hashes, and the hash of the purpose that they read are in what was recorded.`,
    termino: ({ dia, nit, tramite, version }) => `On ${dia} the person whose folder it is ended what they had authorised the entity with NIT ${nit} to see, for the procedure ${tramite} (version ${version}).`,
    deTipo: (tipo) => `of the kind “${tipo}”`,
    registrado: (dia) => `What it says was recorded by ${dia}.`,
    dice: 'What it says:',
    firmantes: {
      propio: 'This service signed it, and nobody has changed it since.',
      ajeno: 'Nobody has changed it since it was signed, but somebody else signed it. Anybody can make such a file: do not trust it until you have verified it at the service where it was made.',
      sinComparar: 'Nobody has changed it since it was signed, but a file alone does not tell who signed it, and this service does not answer. Verify it again when you have a connection.',
    },
    papel: {
      titulos: {
        VALIDO: 'This document is genuine',
        SIN_LISTA: 'Signed and whole; not known whether it was taken back',
        SIN_ESTADO: 'Signed and whole; not known whether it was taken back',
        VENCIDO: 'This document expired',
        AUN_NO_VIGENTE: 'This document is not valid yet',
        RETIRADO: 'The entity took this document back',
        LLAVE_REVOCADA: 'This document is not valid',
        EMISOR_DESCONOCIDO: 'It is not known who certified this document',
      },
      sinComparar: 'It is not known yet who certified this document',
      sinRespuesta: 'This service does not answer, and the file alone is not enough. Verify it again when you have a connection.',
      firmada: (momento) => `The entity signed it on ${momento}, as it says.`,
      recibida: (momento, registro) => `It was received on ${momento}, as the log ${registro} says.`,
      estado: (uri) => `Its status is kept at ${uri}.`,
    },
    otraVez: 'Verify again',
    tecnica: 'Technical proof',
    sellada: (momento, registro, entradas) => `The seal is of ${momento}, of the log ${registro}, which had ${entradas} entries.`,
    lugar: (numero) => `It is entry number ${numero}.`,
    crecio: (entradas) => `The log only grew since it had ${entradas} entries.`,
    llave: 'The key that signed. Compare it too with the one that the operador publishes elsewhere:',
    loRegistrado: 'What was recorded',
    rechazos: {
      cambio: 'This receipt is not genuine: what it tells is not what was signed. Somebody changed it, or it is cut. Ask whoever gave it to you for another copy.',
      prueba: 'This receipt is not genuine: the part that proves it was changed or is cut. Ask whoever gave it to you for another copy.',
      quien: 'This receipt is not genuine: the part that says who signed it was changed or is cut. Ask whoever gave it to you for another copy.',
      firma: 'This receipt is not genuine: the signature is not of whoever is said to have made it. Ask whoever gave it to you for another copy.',
      danado: 'The file of the receipt is cut or damaged. Copy it again, or ask whoever gave it to you for another copy.',
      falta: 'A part of the receipt is missing. If you have it in several files, choose all of them together.',
      demasiados: 'There are more files than are verified together. Choose one receipt.',
      otraCosa: 'This is no verifiable document and no receipt. Choose the file “….verificable.zip” that you were given, or “constancia-….json”, which is saved in the bin after a document was deleted.',
      noSeLeen: 'The browser cannot read this file. Copy it to another folder and choose it again.',
    },
    partes: {
      constancia: 'The file is not JSON with formato, evento, prueba and llaves.',
      otraCosa: 'One of the files is of no receipt and of no proof.',
      evento: 'The file of the event is cut, or was changed.',
      prueba: 'The file of the proof is cut, or was changed.',
      crecimiento: 'The file of the growth is cut, or was changed.',
      llaves: 'The file of the keys is cut, or was changed.',
      firma: 'The signature is of none of these keys.',
      fecha: 'It was signed when the key was not the log’s.',
      lugar: 'The event is not the one that was sealed: one of the files was changed, or they do not belong together.',
      historia: 'The two seals are not of a log that only grew, or the file of the growth between them is missing.',
      faltaEvento: 'The file of an event is missing.',
      faltaPrueba: 'The file of a proof is missing.',
      faltanLlaves: 'The file of the keys is missing.',
      demasiados: 'They are more than one receipt, more than two seals or more than one file of keys.',
      noSeLeen: 'The browser could not read the files.',
    },
  },
};

export const textos = { es, en };
