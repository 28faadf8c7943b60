import { toFalla, type Falla, type Resultado } from '@carpeta-ciudadana/cliente';
import type { DocumentoDesechadoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { usePapelera, type Papelera } from '@carpeta-ciudadana/react';
import { useState } from 'react';
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
import { faltaLaCarpeta, SinCarpeta } from '../../shared/ui/sin-carpeta';
import { Borrados } from './borrados';
import { useQueda } from '../../shared/eliminar/queda';
import { textos as deEliminaciones } from './textos';
import './papelera.css';

/** What can still be recovered; and below, what was erased or waits for somebody. */
export function PapeleraPage() {
  const { papelera: textos } = useTextosDe(deEliminaciones);
  const { cargarMas: more } = useTextos().documentos;
  const papelera = usePapelera({ porPagina: 50 });
  const { documentos: filas, total = 0, cargando, hayMas, cargandoMas, cargarMas, recargar, falla } = papelera;
  const { preguntar, vaciar, recuperar, dicho } = useActos(papelera);
  const some = filas.length > 0;
  if (faltaLaCarpeta(falla)) {
    return (
      <Pagina titulo={textos.titulo}>
        <SinCarpeta recargar={() => void recargar()} />
      </Pagina>
    );
  }
  return (
    <Pagina titulo={textos.titulo} accion={some && <Boton clase="cuidado" onPress={() => vaciar(total)}>{textos.vaciar}</Boton>}>
      <p className="detalle">{textos.intro}</p>
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {dicho}
      {cargando && <Esqueleto filas={3} />}
      {!some && !cargando && !falla && !hayMas && (
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
      <div hidden={cargando}>
        <Borrados />
      </div>
    </Pagina>
  );
}

function Fila({ fila, recuperar, borrar }: { fila: DocumentoDesechadoFragment; recuperar: () => void; borrar: () => void }) {
  const { papelera: textos } = useTextosDe(deEliminaciones);
  const queda = useQueda();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { titulo, clase } = fila.documento;
  const resta = queda(fila.recuperableHasta);
  return (
    <li className="fila de-papelera" {...guarda}>
      <Renglon icono={<IconoDeTipo tipo={clase} />} titulo={titulo} sub={[clase.nombre, resta ? textos.queda(resta) : textos.borrandose].join(' · ')} />
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

const firstFailure = (results: Map<string, Resultado>) => [...results.values()].find(({ falla }) => falla)?.falla;

/** What is asked for in words before it is done: to erase one, or all. */
function useActos({ recuperar: takeBack, borrarYa, vaciar }: Papelera) {
  const { papelera: textos } = useTextosDe(deEliminaciones);
  const { cancelar } = useTextos();
  const announce = useAnnounce();
  const otraVez = useOtraVez();
  const [asked, setAsked] = useState<{ titulo: string; confirmar: string; hacer: () => Promise<Map<string, Resultado>>; hecho: string }>();
  const [falla, setFalla] = useState<Falla>();

  const run = async (what: NonNullable<typeof asked>) => {
    setAsked(undefined);
    const refused = await what.hacer().then(firstFailure, toFalla);
    if (otraVez(refused, () => setAsked(what))) return;
    setFalla(refused);
    if (!refused) announce(what.hecho);
  };
  const recuperar = async ({ eventoId, documento: { titulo } }: DocumentoDesechadoFragment) => {
    const { falla: refused } = await takeBack(eventoId);
    setFalla(refused);
    if (!refused) announce(textos.recuperado(titulo));
  };
  return {
    recuperar: (fila: DocumentoDesechadoFragment) => void recuperar(fila),
    preguntar: ({ eventoId, documento: { titulo } }: DocumentoDesechadoFragment) =>
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
