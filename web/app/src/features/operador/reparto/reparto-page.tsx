import { useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { Cargando } from '../../../shared/ui/estado';
import { Pagina } from '../../../shared/ui/pagina';
import { useMomento } from '../al-dia';
import { Barras } from '../barras';
import { ElegirOperador } from '../elegir';
import { Fallo } from '../fallo';
import { RepartoDocument, type RepartoQuery } from '../generado/graphql';
import { useDeQuien } from '../puesto';
import { Atraso } from './atraso';
import { useCuantas } from './cuantas';
import { Evolucion } from './evolucion';
import { textos as deReparto } from './textos';
import { useHistoria } from './use-historia';

/** How often the figures are read, in milliseconds: as often as the server itself counts. Nobody is told of it. */
const CADENCIA = 15_000;

/** How much work waits and how it is divided, live: counts change all the time, and no event tells of them. */
export function RepartoPage() {
  const textos = useTextosDe(deReparto);
  const [pausa, setPausa] = useState(false);
  const { falta } = useDeQuien();
  const vivo = { fetchPolicy: 'no-cache', pollInterval: pausa ? 0 : CADENCIA, skipPollAttempt: () => document.hidden } as const;
  const { data, error, loading } = useQuery(RepartoDocument, vivo);
  const reparto = data?.reparto;
  const muestras = useHistoria(reparto, loading || error !== undefined);
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <p className="detalle">
        <Boton clase="discreto" onPress={() => setPausa(!pausa)}>
          {pausa ? textos.seguir : textos.pausar}
        </Boton>{' '}
        {pausa && textos.enPausa}
      </p>
      {error && <Fallo falla={toFalla(error)} />}
      {!reparto && !error && <Cargando />}
      {reparto && <Figuras reparto={reparto} />}
      <Evolucion muestras={muestras} />
      <ElegirOperador />
      {!falta && <Atraso vivo={vivo} />}
    </Pagina>
  );
}

function Figuras({ reparto: { indice, desde, operadores, incompleto } }: { reparto: NonNullable<RepartoQuery['reparto']> }) {
  const textos = useTextosDe(deReparto);
  const { numero } = useFormatos();
  const cuantas = useCuantas();
  const { elige } = useDeQuien();
  const momento = useMomento();
  const nombreDe = ({ operadorId, peso }: (typeof operadores)[number]) => (peso === 1 ? operadorId : textos.conPeso(operadorId, peso));
  const espera = operadores.map((one) => ({ nombre: nombreDe(one), valor: one.enEspera, dicho: cuantas(one.enEspera) }));
  const [masEspera] = operadores.filter((one) => one.enEsperaDesde != null).sort((a, b) => (a.enEsperaDesde! < b.enEsperaDesde! ? -1 : 1));
  const hechas = operadores.map((one) => ({ nombre: nombreDe(one), valor: one.completadas, dicho: numero(one.completadas) }));
  return (
    <>
      <Barras titulo={textos.espera} columnas={{ nombre: textos.operador, valor: textos.ordenes }} valores={espera} />
      {masEspera && <p className="detalle">{textos.masEspera(masEspera.operadorId, momento(masEspera.enEsperaDesde))}</p>}
      <Barras titulo={textos.hechas(momento(desde))} columnas={{ nombre: textos.operador, valor: textos.completadas }} valores={hechas} />
      {incompleto && <p>{textos.incompleto}</p>}
      {elige && (
        <section>
          <h2>{textos.equidad}</h2>
          <p>{indice == null ? textos.sinIndice : textos.indice(numero(indice))}</p>
        </section>
      )}
    </>
  );
}
