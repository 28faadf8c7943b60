import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Boton } from './boton';
import { Icono, type NombreDeIcono } from './icono';
import './menu.css';

export interface Opcion {
  texto: string;
  icono: NombreDeIcono;
  elegir: () => void;
}

/** What is done less often, behind one button. */
export function Menu({ titulo, opciones }: { titulo: string; opciones: readonly Opcion[] }) {
  return (
    <MenuTrigger>
      <Boton aria-label={titulo}>
        <Icono nombre="mas" />
      </Boton>
      <Popover className="menu" placement="bottom end">
        <AriaMenu aria-label={titulo} onAction={(texto) => opciones.find((one) => one.texto === texto)?.elegir()}>
          {opciones.map(({ texto, icono }) => (
            <MenuItem key={texto} id={texto} className="opcion" textValue={texto}>
              <Icono nombre={icono} chico />
              {texto}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
