/** The texts of these screens, in both languages. */
const es = {
  accesos: {
    titulo: '¿Quién vio mis documentos?',
    intro: 'Cada vez que alguien abrió, descargó o consultó algo de su carpeta. Si no reconoce un acceso suyo, otra persona tiene su llave.',
    vacia: 'Nadie ha mirado su carpeta',
    cargarMas: 'Cargar más',
    usted: 'Usted',
    roles: { ciudadano: 'Otra persona', operador: 'Operador', entidad: 'Entidad', auditor: 'Auditor', enlace: 'Alguien con un enlace suyo' },
    tipos: {
      'documento.visto': 'vio un documento',
      'documento.descargado': 'descargó un documento',
      'archivo.servido': 'recibió un archivo',
      'lista.leida': 'leyó una lista',
      'nodo.leido': 'leyó un dato',
      'sesion.iniciada': 'entró por primera vez con una llave',
      'embargo.impuesto': 'ordenó una reserva legal',
      'embargo.levantado': 'levantó una reserva legal',
    },
    para: (proposito: string) => `para: ${proposito}`,
  },
};

const en: typeof es = {
  accesos: {
    titulo: 'Who saw my documents?',
    intro: 'Each time somebody opened, downloaded or read something of your folder. If you do not know a look of your own, somebody else has your key.',
    vacia: 'Nobody has looked at your folder',
    cargarMas: 'Load more',
    usted: 'You',
    roles: { ciudadano: 'Somebody else', operador: 'Operador', entidad: 'Entity', auditor: 'Auditor', enlace: 'Somebody with a link of yours' },
    tipos: {
      'documento.visto': 'saw a document',
      'documento.descargado': 'downloaded a document',
      'archivo.servido': 'received a file',
      'lista.leida': 'read a list',
      'nodo.leido': 'read a detail',
      'sesion.iniciada': 'came in with a key for the first time',
      'embargo.impuesto': 'ordered a legal reserve',
      'embargo.levantado': 'ended a legal reserve',
    },
    para: (proposito) => `for: ${proposito}`,
  },
};

export const textos = { es, en };
