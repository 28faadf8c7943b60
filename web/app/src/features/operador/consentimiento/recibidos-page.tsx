import { useLista } from '@carpeta-ciudadana/react';
import { Suspense, useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { Cargando, Vacio } from '../../../shared/ui/estado';
import { Etiqueta, type Tono } from '../../../shared/ui/etiqueta';
import { later } from '../../../shared/ui/later';
import { Pagina } from '../../../shared/ui/pagina';
import { Tabla } from '../../../shared/ui/tabla';
import { AlDia, CargarMas, POR_PAGINA, useCadaRato, useMomento } from '../al-dia';
import { Fallo } from '../fallo';
import { RecibidosDocument, type EstadoAutorizacion, type FiltroRecibidos, type RecibidosQuery } from '../generado/graphql';
import { Filtros, useBuscado } from './filtros';
import { filtroDe } from './solicitud';
import { textos as deConsentimiento } from './textos';

const Abierto = later(() => import('./abierto').then((m) => m.Abierto));

type Recibido = NonNullable<RecibidosQuery['documentosRecibidos']>['edges'][number]['node'];

const deRecibidos = (data: RecibidosQuery) => data.documentosRecibidos;

const TONOS: Record<EstadoAutorizacion, Tono> = { VIGENTE: 'bien', TERMINADA: 'peligro', VENCIDA: 'neutro' };

/** What citizens authorised an entity to see. The list reads nothing of a citizen, and tells nobody: it is read again and again. */
export function RecibidosPage() {
  const textos = useTextosDe(deConsentimiento);
  const { recibidos } = textos;
  const { buscado, buscar } = useBuscado();
  const filtro = filtroDe(buscado) as FiltroRecibidos; // the form offers the states of an authorisation only
  const { filas, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: RecibidosDocument, variables: { filtro, first: POR_PAGINA }, lista: deRecibidos });
  const [abierto, abrir] = useState<string>();
  const reload = () => void recargar();
  useCadaRato(reload);
  return (
    <Pagina titulo={recibidos.titulo}>
      <p>{recibidos.intro}</p>
      <Filtros estados={textos.autorizaciones} ocupado={cargando} buscar={buscar} />
      <AlDia cargando={cargando || actualizando} actualizar={reload} />
      {falla && <Fallo falla={falla} />}
      {!filas && !falla && <Cargando />}
      {filas?.length === 0 && <Vacio titulo={recibidos.ninguno} />}
      {filas && filas.length > 0 && (
        <Tabla
          titulo={recibidos.tabla}
          columnas={[textos.requisito, textos.estado, recibidos.ultima, recibidos.abrir]}
          filas={filas.map((one) => ({
            clave: one.id,
            celdas: [
              <DeQuien key="quien" recibido={one} />,
              <Estado key="estado" recibido={one} />,
              <Ultima key="ultima" recibido={one} />,
              one.estado === 'VIGENTE' && (
                <Boton key="abrir" aria-label={recibidos.abrirDe(one.requisito.nombre, one.ciudadanoId)} onPress={() => abrir(one.id)}>
                  {recibidos.abrir}
                </Boton>
              ),
            ],
          }))}
        />
      )}
      <CargarMas {...mas}>{recibidos.cargarMas}</CargarMas>
      <Suspense>
        {abierto !== undefined && (
          <Abierto
            id={abierto}
            cerrar={() => {
              abrir(undefined);
              reload(); // who looked last is this person now
            }}
          />
        )}
      </Suspense>
    </Pagina>
  );
}

function DeQuien({ recibido: { requisito, ciudadanoId, tramite, numeroInterno } }: { recibido: Recibido }) {
  return (
    <>
      <strong>{requisito.nombre}</strong>
      <p>{ciudadanoId}</p>
      <p className="detalle">{[tramite.nombre, numeroInterno].join(' · ')}</p>
    </>
  );
}

function Estado({ recibido: { estado, hasta, terminadaEn, borradoPedidoEn } }: { recibido: Recibido }) {
  const { autorizaciones, recibidos: textos } = useTextosDe(deConsentimiento);
  const momento = useMomento();
  return (
    <>
      <Etiqueta tono={TONOS[estado]}>{autorizaciones[estado]}</Etiqueta>
      <p className="detalle">{terminadaEn ? textos.terminada(momento(terminadaEn)) : `${textos.hasta} ${momento(hasta)}`}</p>
      {borradoPedidoEn && <p>{textos.borrado}</p>}
    </>
  );
}

function Ultima({ recibido: { ultimaMirada } }: { recibido: Recibido }) {
  const { recibidos: textos } = useTextosDe(deConsentimiento);
  const momento = useMomento();
  return ultimaMirada ? textos.vio(ultimaMirada.por, momento(ultimaMirada.en)) : textos.nadie;
}
