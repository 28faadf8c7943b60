import { Link } from 'wouter';
import { useTextos } from '../shared/i18n/i18n';
import { Boton } from '../shared/ui/boton';
import { Dialogo } from '../shared/ui/dialogo';
import { Icono } from '../shared/ui/icono';
import { LanguageSwitch } from '../shared/ui/language-switch';
import './mas.css';

/** What stands at the side of wide screens, and has no place in the bar of a telephone. */
export function Mas({ leave, cerrar }: { leave: () => void; cerrar: () => void }) {
  const { menu, sesion, cerrar: close } = useTextos();
  return (
    <Dialogo lateral titulo={menu.mas} cancelar={cerrar} botones={<Boton onPress={cerrar}>{close}</Boton>}>
      <ul className="mas">
        <li>
          <Icono nombre="papelera" />
          <Link className="enlace" href="/papelera" onClick={cerrar}>
            {menu.papelera}
          </Link>
        </li>
        <li>
          <Icono nombre="verificar" />
          <Link className="enlace" href="/verificar" onClick={cerrar}>
            {menu.verificar}
          </Link>
        </li>
        <li>
          <Icono nombre="idioma" />
          <LanguageSwitch />
        </li>
        <li>
          <Icono nombre="salir" />
          <Boton
            clase="discreto"
            onPress={() => {
              cerrar(); // what is open hides the rest of the page, the next one too
              leave();
            }}
          >
            {sesion.salir}
          </Boton>
        </li>
      </ul>
    </Dialogo>
  );
}
