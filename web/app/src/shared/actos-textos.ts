import type { MIRADAS } from './eventos';

/** How a look is said: who, and what they did. Each kind of look has its row in both languages, or this does not compile. */

/** After the name of somebody, and alone in the cell of a table. */
interface Hecho {
  frase: string;
  celda: string;
}

/** A sign-in is said in a way of its own. */
type Tipo = Exclude<(typeof MIRADAS)[number], 'sesion.iniciada'>;

const es = {
  usted: 'Usted',
  roles: {
    ciudadano: 'Otra persona',
    operador: 'Su operador',
    entidad: 'Una entidad',
    auditor: 'Un auditor',
    administrador: 'Un administrador',
    enlace: 'Alguien con un enlace suyo',
    codigo: 'Alguien con un código suyo',
  } as Readonly<Record<string, string>>,
  hechos: {
    'documento.visto': { frase: 'vio', celda: 'Lo vio' },
    'documento.descargado': { frase: 'descargó', celda: 'Lo descargó' },
    'archivo.servido': { frase: 'recibió el archivo de', celda: 'Recibió el archivo' },
    'lista.leida': { frase: 'vio en una lista', celda: 'Lo vio en una lista' },
    'nodo.leido': { frase: 'consultó los datos de', celda: 'Leyó sus datos' },
    'codigo.usado': { frase: 'vio', celda: 'Lo vio' },
    'autorizacion.usada': { frase: 'abrió', celda: 'Lo abrió' },
    'autorizacion.archivo_servido': { frase: 'abrió el archivo de', celda: 'Abrió el archivo' },
    'autorizacion.negada': { frase: 'intentó abrir, sin permiso,', celda: 'Intentó abrirlo, sin permiso' },
    'revocacion.cambiada': { frase: 'cerró sus otras sesiones', celda: 'Cerró sus otras sesiones' },
    'embargo.impuesto': { frase: 'ordenó una reserva legal', celda: 'Ordenó una reserva legal' },
    'embargo.levantado': { frase: 'levantó una reserva legal', celda: 'Levantó una reserva legal' },
  } satisfies Record<Tipo, Hecho> as Readonly<Record<string, Hecho>>,
  otro: { frase: 'consultó', celda: 'Lo consultó' },
  veces: (n: number) => `${n} veces`,
};

const en = {
  usted: 'You',
  roles: {
    ciudadano: 'Somebody else',
    operador: 'Your operador',
    entidad: 'An entity',
    auditor: 'An auditor',
    administrador: 'An administrador',
    enlace: 'Somebody with a link of yours',
    codigo: 'Somebody with a code of yours',
  } as Readonly<Record<string, string>>,
  hechos: {
    'documento.visto': { frase: 'saw', celda: 'Saw it' },
    'documento.descargado': { frase: 'downloaded', celda: 'Downloaded it' },
    'archivo.servido': { frase: 'received the file of', celda: 'Received the file' },
    'lista.leida': { frase: 'saw in a list', celda: 'Saw it in a list' },
    'nodo.leido': { frase: 'read the data of', celda: 'Read its data' },
    'codigo.usado': { frase: 'saw', celda: 'Saw it' },
    'autorizacion.usada': { frase: 'opened', celda: 'Opened it' },
    'autorizacion.archivo_servido': { frase: 'opened the file of', celda: 'Opened the file' },
    'autorizacion.negada': { frase: 'tried to open, without permission,', celda: 'Tried to open it, without permission' },
    'revocacion.cambiada': { frase: 'ended your other sessions', celda: 'Ended your other sessions' },
    'embargo.impuesto': { frase: 'ordered a legal reserve', celda: 'Ordered a legal reserve' },
    'embargo.levantado': { frase: 'ended a legal reserve', celda: 'Ended a legal reserve' },
  } satisfies Record<Tipo, Hecho> as Readonly<Record<string, Hecho>>,
  otro: { frase: 'read', celda: 'Read it' },
  veces: (n: number) => `${n} times`,
};

export const textos = { es, en };

export const hechoDe = (tipo: string, { hechos, otro }: typeof es): Hecho => hechos[tipo] ?? otro;
