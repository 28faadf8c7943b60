import { useAccesos, useLista, type EstadoDeLista } from '@carpeta-ciudadana/react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { diasDe, type Dia, type Mirada } from '../../shared/actos';
import { MiradasADocumentoDocument, type MiradasADocumentoQuery } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Esqueleto, Nota, Vacio } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { faltaLaCarpeta, SinCarpeta } from '../../shared/ui/sin-carpeta';
import '../../shared/ui/detalles.css';
import { Linea } from './linea';
import { textos as deAccesos } from './textos';
import './accesos.css';

/** So many looks are asked for at once. */
const PAGE = 50;

/** Who looked at the carpeta and its documents, or at one document, which the address names. */
export function AccesosPage() {
  const [params] = useSearchParams();
  const documento = params.get('documento');
  return documento === null ? <DeLaCarpeta /> : <DelDocumento key={documento} id={documento} />;
}

function DeLaCarpeta() {
  const { accesos: textos } = useTextosDe(deAccesos);
  const { accesos, ...lista } = useAccesos({ porPagina: PAGE });
  return (
    <Extracto titulo={textos.titulo} vacio={{ titulo: textos.vacia, texto: textos.vaciaTexto }} accesos={accesos} {...lista}>
      {textos.intro}
    </Extracto>
  );
}

type Documento = Extract<MiradasADocumentoQuery['node'], { __typename: 'Documento' }>;
const documentoDe = ({ node }: MiradasADocumentoQuery): Documento | undefined => (node?.__typename === 'Documento' ? node : undefined);
const susMiradas = (data: MiradasADocumentoQuery) => documentoDe(data)?.accesos;

function DelDocumento({ id }: { id: string }) {
  const { accesos: textos } = useTextosDe(deAccesos);
  const { datos, filas = [], ...lista } = useLista({ consulta: MiradasADocumentoDocument, variables: { id, first: PAGE }, lista: susMiradas });
  const titulo = datos && documentoDe(datos)?.titulo;
  const vacio = titulo === undefined ? { titulo: textos.noEsta, texto: textos.noEstaTexto } : { titulo: textos.vaciaDeUno, texto: textos.vaciaTexto };
  return (
    <Extracto titulo={textos.tituloDeUno} vacio={vacio} accesos={filas} {...lista}>
      {titulo && <Link href={`/documentos/${encodeURIComponent(id)}`}>{titulo}</Link>} {titulo && '· '}
      <Link href="/actividad">{textos.toda}</Link>
    </Extracto>
  );
}

interface ExtractoProps extends EstadoDeLista {
  titulo: string;
  /** What is said where there are none. */
  vacio: { titulo: string; texto: string };
  accesos: Mirada[];
  /** What it tells of. */
  children: ReactNode;
}

/** Looks as a bank's statement: by day, an act a line. */
function Extracto({ titulo, vacio, accesos, children, cargando, hayMas, cargandoMas, cargarMas, recargar, falla }: ExtractoProps) {
  const { accesos: textos, noFuiYo } = useTextosDe(deAccesos);
  const sinCarpeta = faltaLaCarpeta(falla);
  const dias = useMemo(() => diasDe(accesos, hayMas), [accesos, hayMas]);
  const announce = useAnnounce();
  const [cerradas, setCerradas] = useState(false);
  const ended = () => {
    setCerradas(true);
    announce(noFuiYo.hecho);
  };
  return (
    <Pagina titulo={titulo}>
      <p className="detalle">{children}</p>
      {cerradas && <Nota tono="bien">{noFuiYo.hecho}</Nota>}
      {sinCarpeta && <SinCarpeta recargar={() => void recargar()} />}
      {falla && !sinCarpeta && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {cargando && accesos.length === 0 && <Esqueleto />}
      {!cargando && !falla && dias.length === 0 && (
        <Vacio titulo={vacio.titulo} icono="actividad">
          <p>{vacio.texto}</p>
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
