import type { Falla } from '@carpeta-ciudadana/cliente';
import { useEliminarDocumento, useLista, useNovedades } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { PapeleraDocument, type PapeleraQuery } from '../../shared/generado/graphql';
import { useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { useOtraVez } from '../../shared/session/otra-vez';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Dialogo } from '../../shared/ui/dialogo';
import { Aviso, Esqueleto, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { IconoDeTipo } from '../../shared/ui/icono';
import { Pagina } from '../../shared/ui/pagina';
import { Renglon } from '../../shared/ui/renglon';
import { Borrados } from './borrados';
import { useQueda } from '../../shared/eliminar/queda';
import { textos as deEliminaciones } from './textos';
import { useBorrarYa } from './use-borrar-ya';
import './papelera.css';

type EnPapelera = NonNullable<NonNullable<PapeleraQuery['miCarpeta']>['papelera']>['edges'][number]['node'];

const DE_PAGINA = { first: 50 };
const enPapelera = (data: PapeleraQuery) => data.miCarpeta?.papelera;

/** What can still be recovered; and below, what was erased or waits for somebody. */
export function PapeleraPage() {
  const { papelera: textos } = useTextosDe(deEliminaciones);
  const { cargarMas: more } = useTextos().documentos;
  const { datos, filas, cargando, hayMas, cargandoMas, cargarMas, recargar, falla } = useLista({ consulta: PapeleraDocument, variables: DE_PAGINA, lista: enPapelera });
  useNovedades(() => void recargar());
  const { preguntar, vaciar, recuperar, dicho } = useActos(() => void recargar());
  const cuantos = datos?.miCarpeta?.totalEnPapeleraAproximado ?? 0;
  const some = filas !== undefined && filas.length > 0;
  return (
    <Pagina titulo={textos.titulo} accion={some && <Boton clase="cuidado" onPress={() => vaciar(cuantos)}>{textos.vaciar}</Boton>}>
      <p className="detalle">{textos.intro}</p>
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {dicho}
      {cargando && <Esqueleto filas={3} />}
      {filas?.length === 0 && (
        <Vacio titulo={textos.vacia.titulo} icono="papelera">
          <p>{textos.vacia.texto}</p>
        </Vacio>
      )}
      {some && (
        <ul className="lista" aria-label={textos.titulo}>
          {filas.map((fila) => (
            <Fila key={fila.eventoId} fila={fila} recuperar={() => recuperar(fila)} borrar={() => preguntar(fila)} />
          ))}
        </ul>
      )}
      {hayMas && (
        <div className="botones">
          <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
            {more}
          </Boton>
        </div>
      )}
      <Borrados />
    </Pagina>
  );
}

function Fila({ fila, recuperar, borrar }: { fila: EnPapelera; recuperar: () => void; borrar: () => void }) {
  const { papelera: textos } = useTextosDe(deEliminaciones);
  const { tipos } = useTextos();
  const queda = useQueda();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { titulo, tipoDocumento } = fila.documento;
  const resta = queda(fila.recuperableHasta);
  return (
    <li className="fila de-papelera" {...guarda}>
      <Renglon icono={<IconoDeTipo tipo={tipoDocumento} />} titulo={titulo} sub={resta ? textos.queda(resta) : textos.borrandose} lados={[tipos[tipoDocumento]]} />
      {resta && (
        <span className="botones">
          <Boton aria-label={textos.recuperarDe(titulo)} onPress={recuperar}>
            {textos.recuperar}
          </Boton>
          <Boton clase="cuidado" aria-label={textos.borrarDe(titulo)} onPress={borrar}>
            {textos.borrar}
          </Boton>
        </span>
      )}
    </li>
  );
}

/** What is asked for in words before it is done: to erase one, or all. */
function useActos(recargar: () => void) {
  const { papelera: textos } = useTextosDe(deEliminaciones);
  const { cancelar } = useTextos();
  const announce = useAnnounce();
  const otraVez = useOtraVez();
  const { deshacer } = useEliminarDocumento();
  const { borrarYa, vaciar } = useBorrarYa();
  const [asked, setAsked] = useState<{ titulo: string; confirmar: string; hacer: () => Promise<Falla | undefined>; hecho: string }>();
  const [falla, setFalla] = useState<Falla>();

  const run = async (what: NonNullable<typeof asked>) => {
    setAsked(undefined);
    const refused = await what.hacer();
    if (otraVez(refused, () => setAsked(what))) return;
    setFalla(refused);
    if (!refused) announce(what.hecho);
    recargar();
  };
  const recuperar = async ({ eventoId, documento: { titulo } }: EnPapelera) => {
    const { falla: refused } = await deshacer(eventoId);
    setFalla(refused);
    if (!refused) announce(textos.recuperado(titulo));
    recargar();
  };
  return {
    recuperar: (fila: EnPapelera) => void recuperar(fila),
    preguntar: ({ eventoId, documento: { titulo } }: EnPapelera) =>
      setAsked({ titulo: textos.pregunta(titulo), confirmar: textos.confirmar, hacer: () => borrarYa([eventoId]), hecho: textos.borrado(titulo) }),
    vaciar: (n: number) => setAsked({ titulo: textos.preguntaVaciar(n), confirmar: textos.confirmarVaciar, hacer: vaciar, hecho: textos.vaciada }),
    /** The question, and why something was not done. */
    dicho: (
      <>
        {falla && <Aviso falla={falla} />}
        {asked && (
          <Dialogo
            titulo={asked.titulo}
            cancelar={() => setAsked(undefined)}
            botones={
              <>
                <Boton autoFocus onPress={() => setAsked(undefined)}>
                  {cancelar}
                </Boton>
                <Boton clase="peligro" onPress={() => void run(asked)}>
                  {asked.confirmar}
                </Boton>
              </>
            }
          >
            <p>{textos.consecuencia}</p>
          </Dialogo>
        )}
      </>
    ),
  };
}
