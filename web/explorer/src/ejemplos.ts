import type { Ajustes } from './ajustes';
import cancelar from './ejemplos/Cancelar.graphql?raw';
import confirmarCarga from './ejemplos/ConfirmarCarga.graphql?raw';
import constancia from './ejemplos/Constancia.graphql?raw';
import corregir from './ejemplos/Corregir.graphql?raw';
import eliminar from './ejemplos/Eliminar.graphql?raw';
import entregas from './ejemplos/Entregas.graphql?raw';
import iniciarCarga from './ejemplos/IniciarCarga.graphql?raw';
import mostrar from './ejemplos/Mostrar.graphql?raw';
import novedades from './ejemplos/Novedades.graphql?raw';
import paginar from './ejemplos/Paginar.graphql?raw';
import papelera from './ejemplos/Papelera.graphql?raw';
import porAtender from './ejemplos/PorAtender.graphql?raw';
import quienVio from './ejemplos/QuienVio.graphql?raw';
import verificar from './ejemplos/Verificar.graphql?raw';
import vigilar from './ejemplos/Vigilar.graphql?raw';
import vigilarAccesos from './ejemplos/VigilarAccesos.graphql?raw';
import vigilarCarpeta from './ejemplos/VigilarCarpeta.graphql?raw';

/** printf 'Hola, carpeta\n' > hola.txt */
const HOLA_TXT = {
  titulo: 'Hola, carpeta',
  codigoTipo: 'OTRO',
  contextoDocumento: 'Prueba desde el explorador',
  nombreArchivo: 'hola.txt',
  tipoContenido: 'text/plain',
  tamanoBytes: 14,
  hashDocumento: '29a96abe6a9785cbf74a3195668319aab463dfc467b54008f71a9beac9fd626e',
};

/** The tabs of a first visit, one operation each; GraphiQL names a tab after its operation. */
export function ejemplos({ carpetaId }: Ajustes) {
  return [
    pestana(paginar, { first: 7, after: null, orden: { campo: 'FECHA_RECEPCION', direccion: 'DESC' }, filtro: null }),
    pestana(iniciarCarga, { input: carpetaId ? { carpetaId, ...HOLA_TXT } : HOLA_TXT }),
    pestana(confirmarCarga, { documentoId: '' }),
    pestana(corregir, { documentoId: '', version: 1, titulo: 'Título corregido' }),
    pestana(eliminar, { documentoId: '', ventana: 10 }),
    pestana(cancelar, { eventoId: '' }),
    pestana(vigilar, { eventoId: '', despuesDe: 0 }),
    pestana(vigilarCarpeta, { carpetaId: carpetaId ?? '' }),
    pestana(entregas, { first: 7, after: null }),
    pestana(verificar, { documentoId: '' }),
    pestana(porAtender, { first: 7, after: null, filtro: null }),
    pestana(quienVio, { first: 7, after: null }),
    pestana(vigilarAccesos, { carpetaId: carpetaId ?? '', despuesDe: null }),
    pestana(papelera, { first: 7, after: null }),
    pestana(mostrar, { documentoId: '' }),
    pestana(constancia, { eventoId: '' }),
    pestana(novedades, { carpetaId: carpetaId ?? '', despuesDe: null }),
  ];
}

function pestana(query: string, variables: object) {
  return { query, variables: JSON.stringify(variables, null, 2) };
}
