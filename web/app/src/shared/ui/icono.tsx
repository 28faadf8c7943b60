import './icono.css';

/** The shapes are drawn for this project, under its licence: lines in a box of 24 by 24. */
const FORMAS = {
  carpeta: 'M3 7.5A1.5 1.5 0 0 1 4.5 6h4.4l2.2 2.5h8.4A1.5 1.5 0 0 1 21 10v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18z',
  papelera: 'M4 7h16M9.5 7V4.5h5V7M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5',
  compartidos: 'M17 4.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM6.5 9.4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM17 14.6a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM8.8 10.8l6-3M8.8 13.2l6 3',
  actividad: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  mas: 'M5 11.2a.8.8 0 1 1 0 1.6 .8.8 0 0 1 0-1.6zM12 11.2a.8.8 0 1 1 0 1.6 .8.8 0 0 1 0-1.6zM19 11.2a.8.8 0 1 1 0 1.6 .8.8 0 0 1 0-1.6z',
  verificar: 'M12 3l7.5 2.8v5.4c0 4.6-3 7.9-7.5 9.8-4.5-1.9-7.5-5.2-7.5-9.8V5.8zM8.7 12l2.3 2.3 4.4-4.6',
  agregar: 'M12 5v14M5 12h14',
  subir: 'M12 15.5V4.5M7.5 9L12 4.5 16.5 9M4.5 15v3.5A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5V15',
  descargar: 'M12 4.5v11M7.5 11l4.5 4.5 4.5-4.5M4.5 15v3.5A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5V15',
  buscar: 'M10.8 4a6.8 6.8 0 1 1 0 13.6 6.8 6.8 0 0 1 0-13.6zM15.8 15.8L20.5 20.5',
  cerrar: 'M6 6l12 12M18 6L6 18',
  volver: 'M19.5 12h-15M10.5 5.5L4 12l6.5 6.5',
  seguir: 'M9 5.5l6.5 6.5L9 18.5',
  corregir: 'M4 20l1-4.2L16.2 4.6a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L8.2 19z',
  recuperar: 'M4.5 9.5h10a5 5 0 0 1 0 10H9M4.5 9.5L9 5M4.5 9.5L9 14',
  reloj: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3.2 2',
  idioma: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c-5 5.2-5 11.8 0 17 5-5.2 5-11.8 0-17z',
  salir: 'M14 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  sello: 'M12 3l2.3 1.7 2.8-.1.8 2.7 2.3 1.7-1 2.6 1 2.7-2.3 1.6-.8 2.8-2.8-.1L12 20.3l-2.3-1.7-2.8.1-.8-2.8-2.3-1.6 1-2.7-1-2.6 2.3-1.7.8-2.7 2.8.1zM8.8 11.7l2.2 2.2 4.2-4.3',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.5M12 7.6v.1',
  bien: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.2 12.2l2.6 2.6 5-5.4',
  cuidado: 'M12 4l9 15.5H3zM12 10v4.5M12 17v.1',
  diploma: 'M12 5.5L22 10l-10 4.5L2 10zM6 12v4.6c1.6 1.3 3.6 2 6 2s4.4-.7 6-2V12M22 10v5',
  acta: 'M5.5 3.5h13v10M5.5 3.5v17h7M9 8h6M9 11.5h6M17 14a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM15.5 18.5V22l1.5-1 1.5 1v-3.5',
  identidad: 'M2.5 6.5A1.5 1.5 0 0 1 4 5h16a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 20 19H4a1.5 1.5 0 0 1-1.5-1.5zM8.3 8.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5.3 16c.5-1.4 1.6-2 3-2s2.5.6 3 2M14.5 9.5h4M14.5 13h4',
  registro: 'M5 5.5A2 2 0 0 1 7 3.5h12v17H7a2 2 0 0 1-2-2zM5 18.5a2 2 0 0 1 2-2h12M12 6.5a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM9 13.5c.4-1.3 1.5-1.9 3-1.9s2.6.6 3 1.9',
  salud: 'M12 20s-8.5-4.9-8.5-11A4.7 4.7 0 0 1 12 6.4 4.7 4.7 0 0 1 20.5 9c0 6.1-8.5 11-8.5 11zM6.5 12H9l1.5-2.5 2.5 5 1.5-2.5h3',
  casa: 'M3.5 11L12 4l8.5 7M5.5 9.5V20h13V9.5M10 20v-6h4v6',
  certificado: 'M12 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8.5 13.5L7 21l5-2.6 5 2.6-1.5-7.5M9.7 9l1.6 1.6 3-3.2',
  contrato: 'M18.5 10V3.5h-13v17H11M9 8h6M9 11.5h3M13 20.5l.7-2.9 5.4-5.4a1.3 1.3 0 0 1 1.9 1.9l-5.3 5.5z',
  factura: 'M5.5 3.5v17l2.2-1.5 2.1 1.5 2.2-1.5 2.2 1.5 2.1-1.5 2.2 1.5v-17zM9 8h6M9 11.5h6M9 15h3.5',
  vehiculo: 'M4 16.5v-4l2-6A1.5 1.5 0 0 1 7.4 5.5h9.2A1.5 1.5 0 0 1 18 6.5l2 6v4zM4 12.5h16M6 16.5v2.5M18 16.5v2.5M7.5 14.5h.1M16.4 14.5h.1',
  trabajo: 'M3.5 8h17v11.5h-17zM9 8V5.5A1.5 1.5 0 0 1 10.5 4h3A1.5 1.5 0 0 1 15 5.5V8M3.5 13h17M12 12v2',
  banco: 'M3.5 9.5L12 4l8.5 5.5zM5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M3.5 20h17',
  empresa: 'M4 20V9.5h16V20zM3 9.5L5 4.5h14l2 5M9.5 20v-5.5h5V20',
  impuesto: 'M5.5 3.5h13v17h-13zM9 15.5l6-7M9.5 9h.1M14.5 15h.1',
  documento: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h4',
} satisfies Record<string, string>;

export type NombreDeIcono = keyof typeof FORMAS;

/** A picture beside a text that says the same: nobody hears it. */
export function Icono({ nombre, chico = false }: { nombre: NombreDeIcono; chico?: boolean }) {
  return (
    <svg className={chico ? 'icono chico' : 'icono'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={FORMAS[nombre]} />
    </svg>
  );
}

/** The kind of a document, as a tile. Of a picture that is not here a plain paper is shown. */
export function IconoDeTipo({ tipo: { icono } }: { tipo: { icono: string } }) {
  const nombre = Object.hasOwn(FORMAS, icono) ? (icono as NombreDeIcono) : 'documento';
  return (
    <span className={`icono-de-tipo tipo-${nombre}`}>
      <Icono nombre={nombre} />
    </span>
  );
}
