import { useAccesos } from '@carpeta-ciudadana/react';
import { useMemo, useState } from 'react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Esqueleto, Nota, Vacio } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { diasDe, type Dia } from './actos';
import { Linea } from './linea';
import { textos as deAccesos } from './textos';
import './accesos.css';

/** Who looked at the carpeta and its documents, as a bank's statement: by day, an act a line. */
export function AccesosPage() {
  const { accesos: textos, noFuiYo } = useTextosDe(deAccesos);
  const { accesos, cargando, hayMas, cargandoMas, cargarMas, recargar, falla } = useAccesos({ porPagina: 50 });
  const dias = useMemo(() => diasDe(accesos, hayMas), [accesos, hayMas]);
  const announce = useAnnounce();
  const [cerradas, setCerradas] = useState(false);
  const ended = () => {
    setCerradas(true);
    announce(noFuiYo.hecho);
  };
  return (
    <Pagina titulo={textos.titulo}>
      <p className="detalle">{textos.intro}</p>
      {cerradas && <Nota tono="bien">{noFuiYo.hecho}</Nota>}
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {cargando && accesos.length === 0 && <Esqueleto />}
      {!cargando && !falla && dias.length === 0 && (
        <Vacio titulo={textos.vacia} icono="actividad">
          <p>{textos.vaciaTexto}</p>
        </Vacio>
      )}
      {dias.map((dia) => (
        <DelDia key={new Date(dia.en).toDateString()} dia={dia} cerradas={ended} />
      ))}
      {hayMas && (
        <div className="botones">
          <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
            {textos.cargarMas}
          </Boton>
        </div>
      )}
    </Pagina>
  );
}

function DelDia({ dia: { en, ajenos, propios }, cerradas }: { dia: Dia; cerradas: () => void }) {
  const { accesos: textos } = useTextosDe(deAccesos);
  const nombre = useNombreDelDia();
  return (
    <section className="dia">
      <h2>{nombre(en)}</h2>
      {ajenos.length > 0 && (
        <ul className="lista">
          {ajenos.map((acto) => (
            <Linea key={acto.mirada.eventoId} acto={acto} cerradas={cerradas} />
          ))}
        </ul>
      )}
      {propios.length > 0 && (
        <details className="detalles">
          <summary>{textos.propios(propios.length)}</summary>
          <ul className="lista">
            {propios.map((acto) => (
              <Linea key={acto.mirada.eventoId} acto={acto} cerradas={cerradas} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function useNombreDelDia() {
  const { accesos: textos } = useTextosDe(deAccesos);
  const { dia } = useFormatos();
  return (en: string) => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toDateString() === new Date(en).toDateString();
    if (ago(0)) return textos.hoy;
    return ago(1) ? textos.ayer : dia(en);
  };
}
