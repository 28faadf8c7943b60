import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { Lineas } from '../lineas';
import { useCuantas } from './cuantas';
import { esperaDe, indices, lapsoDe, MINUTO, resumen, trazo, type Muestra, type Punto, type Resumen } from './historia';
import { textos as deReparto } from './textos';

/** How the work and its index were in the last hour, as far as this console has read them. */
export function Evolucion({ muestras }: { muestras: readonly Muestra[] }) {
  const textos = useTextosDe(deReparto);
  const ultima = muestras.at(-1);
  if (!ultima) return null;
  const minutos = lapsoDe(muestras);
  const eje = { desde: textos.minutosAntes(minutos), hasta: textos.ultimaLectura };
  return (
    <section>
      <h2>{textos.ultimaHora}</h2>
      <p className="detalle">
        {textos.seMira(Math.floor(ultima.en / MINUTO))} {textos.comoSeMira}
      </p>
      <Esperas muestras={muestras} operadores={[...ultima.espera.keys()]} minutos={minutos} eje={eje} />
      <Indices muestras={muestras} minutos={minutos} eje={eje} />
    </section>
  );
}

interface EnElTiempo {
  muestras: readonly Muestra[];
  minutos: number;
  eje: { desde: string; hasta: string };
}

interface Serie extends Resumen {
  nombre: string;
  puntos: Punto[];
}

/** What waited of each operador; those of whom nothing did have no line. */
function Esperas({ muestras, operadores, minutos, eje }: EnElTiempo & { operadores: string[] }) {
  const textos = useTextosDe(deReparto);
  const cuantas = useCuantas();
  const series = operadores.flatMap((nombre) => serieDe(nombre, esperaDe(muestras, nombre))).filter(({ mayor }) => mayor > 0);
  if (series.length === 0) return <p>{textos.nadaEspero}</p>;
  const tope = Math.max(...series.map(({ mayor }) => mayor));
  const lineas = series.map(({ nombre, puntos, ahora, menor, mayor }) => ({
    nombre,
    dicho: textos.linea(nombre, ahora === null ? textos.sinDato : cuantas(ahora), cuantas(menor), cuantas(mayor)),
    trazo: trazo(puntos, { minutos, tope }),
  }));
  return (
    <>
      <Lineas titulo={textos.esperaEnElTiempo(cuantas(tope))} eje={eje} lineas={lineas} />
      {series.length < operadores.length && <p className="detalle">{textos.losDemas}</p>}
    </>
  );
}

/** Jain's index; nothing where there was none. */
function Indices({ muestras, minutos, eje }: EnElTiempo) {
  const textos = useTextosDe(deReparto);
  const { numero } = useFormatos();
  const lineas = serieDe(textos.nombreDelIndice, indices(muestras)).map(({ nombre, puntos, ahora, menor, mayor }) => ({
    nombre,
    dicho: textos.linea(nombre, ahora === null ? textos.sinDato : numero(ahora), numero(menor), numero(mayor)),
    trazo: trazo(puntos, { minutos, tope: 1 }),
  }));
  return lineas.length > 0 && <Lineas titulo={textos.indiceEnElTiempo} eje={eje} lineas={lineas} />;
}

/** One, or none if there is no number in it. */
function serieDe(nombre: string, puntos: Punto[]): Serie[] {
  const numeros = resumen(puntos);
  return numeros ? [{ nombre, puntos, ...numeros }] : [];
}
