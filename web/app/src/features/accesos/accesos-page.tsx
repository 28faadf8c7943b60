import type { MiradaDeCarpetaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useAccesos } from '@carpeta-ciudadana/react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Cargando, Vacio } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { textos as deAccesos } from './textos';

/** Who looked at the carpeta and its documents. */
export function AccesosPage() {
  const { accesos: textos } = useTextosDe(deAccesos);
  const { accesos, cargando, hayMas, cargandoMas, cargarMas, recargar, falla } = useAccesos();
  return (
    <Pagina titulo={textos.titulo}>
      <p className="detalle">{textos.intro}</p>
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {cargando && accesos.length === 0 && <Cargando />}
      {!cargando && !falla && accesos.length === 0 && <Vacio titulo={textos.vacia} />}
      <ul className="tarjetas">
        {accesos.map((acceso) => (
          <Acceso key={acceso.eventoId} acceso={acceso} />
        ))}
      </ul>
      {hayMas && (
        <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
          {textos.cargarMas}
        </Boton>
      )}
    </Pagina>
  );
}

function Acceso({ acceso }: { acceso: MiradaDeCarpetaFragment }) {
  const { accesos: textos } = useTextosDe(deAccesos);
  const { momento } = useFormatos();
  const { en, tipo, rol, propio, entidad, entidadId, operadorId, proposito, baseLegal } = acceso;
  const who = propio ? textos.usted : [textos.roles[rol as keyof typeof textos.roles] ?? rol, entidad ?? entidadId ?? operadorId].filter(Boolean).join(': ');
  const what = textos.tipos[tipo as keyof typeof textos.tipos] ?? tipo;
  return (
    <li className="tarjeta">
      <p>
        <strong>{who}</strong> · {what}
      </p>
      <p className="detalle">
        {momento(en)}
        {proposito && ` · ${textos.para(proposito)}`}
        {baseLegal && ` · ${baseLegal}`}
      </p>
    </li>
  );
}
