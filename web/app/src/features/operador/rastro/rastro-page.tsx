import type { Falla } from '@carpeta-ciudadana/cliente';
import { useEffect, useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { useAnnounce } from '../../../shared/ui/announcer';
import { Boton } from '../../../shared/ui/boton';
import { Cargando, Vacio } from '../../../shared/ui/estado';
import { sinCampos } from '../../../shared/ui/faltas';
import { Pagina } from '../../../shared/ui/pagina';
import { Fallo } from '../fallo';
import { useDeQuien, usePuesto } from '../puesto';
import { Evento } from './evento';
import { Exportacion } from './exportacion';
import { Filtros } from './filtros';
import { direccionDe, faltaLaFecha, faltasDe, filtroDe, PARTES, PRIMERO, SIN_LIMITE, type Faltas, type Pedido } from './pedido';
import { textos as deRastro } from './textos';
import { useRastro } from './use-rastro';

/** The trail, for those who look into what happened. Nothing is read before they ask. */
export function RastroPage() {
  const textos = useTextosDe(deRastro);
  const { roles } = usePuesto();
  const { operadorId } = useDeQuien();
  const { hallado, buscar, cargarMas } = useRastro();
  const [pedido, setPedido] = useState({ ...PRIMERO, operadorId: operadorId ?? '' });
  const [faltas, setFaltas] = useState<Faltas>({});
  const [deExportar, setDeExportar] = useState<Falla>();

  /** Does something with the filters, unless a date is half written. */
  const con = <T,>(asked: Pedido, act: (asked: Pedido) => T): T | null => {
    const half = (['desde', 'hasta'] as const).filter((parte) => faltaLaFecha(asked[parte]));
    setFaltas(Object.fromEntries(half.map((parte) => [parte, textos.faltaFecha])));
    setDeExportar(undefined);
    return half.length > 0 ? null : act(asked);
  };
  const relacionados = (correlationId: string) => {
    const asked = { ...PRIMERO, operadorId: pedido.operadorId, correlationId, desde: SIN_LIMITE };
    setPedido(asked);
    con(asked, (it) => buscar(filtroDe(it)));
  };
  const refused = faltasDe((deExportar ?? hallado?.falla)?.campos, textos.faltas, textos.otraFalta);

  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <Filtros
        pedido={pedido}
        cambiar={(cambios) => setPedido({ ...pedido, ...cambios })}
        faltas={{ ...refused, ...faltas }}
        buscar={() => con(pedido, (it) => buscar(filtroDe(it)))}
        ocupado={hallado?.cargando ?? false}
        deVarios={roles.includes('auditor')}
      />
      <Exportacion direccion={() => con(pedido, direccionDe)} refusedBy={setDeExportar} />
      {hallado && <Hallados {...hallado} relacionados={relacionados} cargarMas={cargarMas} />}
    </Pagina>
  );
}

type HalladosProps = NonNullable<ReturnType<typeof useRastro>['hallado']> & { relacionados: (correlationId: string) => void; cargarMas: () => void };

function Hallados({ eventos, hayMas, total, cargando, falla, relacionados, cargarMas }: HalladosProps) {
  const textos = useTextosDe(deRastro);
  const none = eventos.length === 0;
  useFound(cargando || falla ? undefined : textos.mostrados(eventos.length, hayMas));
  return (
    <section aria-label={textos.resultado}>
      {!none && (
        <p className="detalle">
          {textos.mostrados(eventos.length, hayMas)} {total && textos.total(total.cuantos, total.acotado)}
        </p>
      )}
      <ul className="tarjetas">
        {eventos.map((evento) => (
          <Evento key={evento.eventoId} evento={evento} relacionados={() => relacionados(evento.correlationId)} />
        ))}
      </ul>
      {falla && <Fallo falla={sinCampos(falla, PARTES)} />}
      {cargando && <Cargando />}
      {none && !cargando && !falla && (hayMas ? <p>{textos.ningunoAun}</p> : <Nada />)}
      {hayMas && (
        <Boton ocupado={cargando} onPress={cargarMas}>
          {textos.cargarMas}
        </Boton>
      )}
    </section>
  );
}

function Nada() {
  const { ninguno, ningunoTexto } = useTextosDe(deRastro);
  return (
    <Vacio titulo={ninguno}>
      <p>{ningunoTexto}</p>
    </Vacio>
  );
}

/** Says what was found, to those who do not see the list. */
function useFound(text: string | undefined) {
  const announce = useAnnounce();
  useEffect(() => {
    if (text !== undefined) announce(text);
  }, [text, announce]);
}
