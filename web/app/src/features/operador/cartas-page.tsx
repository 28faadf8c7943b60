import { useMutation } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useLista } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Cargando, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { AlDia, CargarMas, corto, useCadaRato, useMomento } from './al-dia';
import { Fallo } from './fallo';
import { CartasMuertasDocument, ReencolarDocument, type CartasMuertasQuery, type ReencolarMutation } from './generado/graphql';
import { usePuesto } from './puesto';
import { textos as deOperador } from './textos';

type Carta = NonNullable<CartasMuertasQuery['mensajesMuertos']>['edges'][number]['node'];

/** The most that one call sends again. */
const MAXIMO = 1_000;

/** Messages that were given up, by queue. */
export function CartasPage() {
  const { cartas: textos } = useTextosDe(deOperador);
  const { datos: data, filas: cartas, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: CartasMuertasDocument, variables: DE_PAGINA, lista: deCartas });
  const reload = () => void recargar();
  const sinMirar = data?.mensajesMuertos?.sinMirar ?? 0;
  useCadaRato(reload); // a page of them is one event of the trail
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <AlDia cargando={cargando || actualizando} actualizar={reload} />
      {falla && <Fallo falla={falla} />}
      {!cartas && !falla && <Cargando />}
      {cartas?.length === 0 && <Vacio titulo={textos.ninguna} />}
      {[...porCola(cartas ?? [])].map(([cola, cartas]) => (
        <Cola key={cola} cola={cola} cartas={cartas} alCambiar={reload} />
      ))}
      {mas.hayMas && <p>{textos.hayMas(cartas?.length ?? 0, data?.mensajesMuertos?.total ?? 0)}</p>}
      <CargarMas {...mas} />
      {sinMirar > 0 && <p>{textos.sinMirar(sinMirar)}</p>}
    </Pagina>
  );
}

const DE_PAGINA = { first: 100 };
const deCartas = (data: CartasMuertasQuery) => data.mensajesMuertos;

function porCola(cartas: readonly Carta[]) {
  const colas = new Map<string, Carta[]>();
  for (const carta of cartas) colas.set(carta.cola, [...(colas.get(carta.cola) ?? []), carta]);
  return colas;
}

function Cola({ cola, cartas, alCambiar }: { cola: string; cartas: Carta[]; alCambiar: () => void }) {
  const { roles } = usePuesto();
  const { cartas: textos } = useTextosDe(deOperador);
  const momento = useMomento();
  return (
    <section>
      <h2>{textos.cola(cola, cartas.length)}</h2>
      {roles.includes('operador') && <Reencolar cola={cola} alCambiar={alCambiar} />}
      <ul className="tarjetas">
        {cartas.map(({ copiaId, motivo, intento, legible, eventoId, operadorId, muertoEn }) => (
          <li key={copiaId} className="tarjeta">
            <p>
              {textos.carta(motivo, textos.motivos[motivo], intento)} · {legible && eventoId ? <code>{corto(eventoId)}</code> : textos.ilegible}
            </p>
            <p className="detalle">{[momento(muertoEn), roles.includes('auditor') && operadorId].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Resultado = NonNullable<ReencolarMutation['reencolarMensajes']>;

/** A queue is sent again in two steps: what would be done, and then doing it. */
function Reencolar({ cola, alCambiar }: { cola: string; alCambiar: () => void }) {
  const textos = useTextosDe(deOperador);
  const [mutate, { error, loading }] = useMutation(ReencolarDocument);
  const [resultado, setResultado] = useState<Resultado>();
  const guarda = useGuardaFoco<HTMLDivElement>();
  const run = async (simular: boolean) => {
    const { data } = await mutate({ variables: { input: { cola, simular, maximo: MAXIMO, porSegundo: 20 } } });
    setResultado(data?.reencolarMensajes ?? undefined);
    if (!simular) alCambiar();
  };
  const press = (simular: boolean) => () => void run(simular).catch(() => {}); // useMutation tells the failure
  const falla = error ? toFalla(error) : resultado?.errores[0];
  const planned = resultado?.simulado && !falla ? resultado.lotes.reduce((sum, { tamano }) => sum + tamano, 0) : 0;
  return (
    <div role="status" {...guarda}>
      {falla && <Fallo falla={falla} />}
      {resultado && !falla && (
        <p>
          {resultado.simulado ? textos.cartas.simulado(planned, resultado.lotes.length) : textos.cartas.hecho(resultado.reencolados, resultado.restantes)}{' '}
          {resultado.detenidoPor && (textos.cartas.paradas[resultado.detenidoPor] ?? resultado.detalle)}
        </p>
      )}
      <div className="botones">
        <Boton ocupado={loading} aria-label={textos.cartas.simularDe(cola)} onPress={press(true)}>
          {textos.cartas.simular}
        </Boton>
        {planned > 0 && (
          <>
            <Boton clase="peligro" ocupado={loading} onPress={press(false)}>
              {textos.cartas.reencolar(planned)}
            </Boton>
            <Boton clase="discreto" onPress={() => setResultado(undefined)}>
              {textos.cancelar}
            </Boton>
          </>
        )}
      </div>
    </div>
  );
}
