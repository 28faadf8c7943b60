import { useApolloClient, useQuery } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useMas } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Cargando, Vacio } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { AlDia, corto, useAlVolver, useMomento } from './al-dia';
import { Fallo } from './fallo';
import { EntregasDocument, VerificarEntregaDocument, type EntregaDeListaFragment, type VerificarEntregaQuery } from './generado/graphql';
import { textos as deOperador } from './textos';

/** What an entity delivered, and how far each delivery is. Each reading is told to the citizens: it is read on demand, and for those who come back. */
export function EntregasPage() {
  const { entregas: textos } = useTextosDe(deOperador);
  const { data, error, loading, fetchMore, refetch } = useQuery(EntregasDocument, { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true });
  const reload = () => void refetch().catch(() => {}); // the query tells the failure
  useAlVolver(reload);
  const entregas = data?.entregas?.edges.map(({ node }) => node);
  const { hasNextPage = false, endCursor } = data?.entregas?.pageInfo ?? {};
  const { cargandoMas, cargarMas, fallaDeMas } = useMas(() => fetchMore({ variables: { after: endCursor ?? null } }));
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <AlDia cargando={loading} actualizar={reload} />
      {error && <Fallo falla={toFalla(error)} />}
      {!entregas && !error && <Cargando />}
      {entregas?.length === 0 && <Vacio titulo={textos.ninguna} />}
      <ul className="tarjetas">
        {entregas?.map((entrega) => (
          <Entrega key={entrega.id} entrega={entrega} />
        ))}
      </ul>
      {fallaDeMas && <Fallo falla={fallaDeMas} />}
      {hasNextPage && (
        <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
          {textos.cargarMas}
        </Boton>
      )}
    </Pagina>
  );
}

function Entrega({ entrega }: { entrega: EntregaDeListaFragment }) {
  const { tipos } = useTextos();
  const { entregas: textos } = useTextosDe(deOperador);
  const { bytes } = useFormatos();
  const momento = useMomento();
  const { entregaId, ciudadanoId, estado, anunciadaEn, entregadaEn, eliminadaEn, tipoDocumento, nombreArchivo, tamanoBytes, llave } = entrega;
  const titulo = entrega.titulo ?? textos.sinTitulo(corto(entregaId));
  return (
    <li className="tarjeta">
      <h2>{titulo}</h2>
      <p>
        <strong>{textos.estados[estado]}</strong> · {textos.para(ciudadanoId)}
      </p>
      <p className="detalle">
        {textos.anunciada(momento(anunciadaEn))}
        {entregadaEn && ` · ${textos.entregada(momento(entregadaEn))}`}
        {eliminadaEn && ` · ${textos.eliminada(momento(eliminadaEn))}`}
      </p>
      <p className="detalle">{[tipoDocumento && tipos[tipoDocumento], nombreArchivo, tamanoBytes && bytes(tamanoBytes), llave && textos.llave(llave)].filter(Boolean).join(' · ')}</p>
      {estado === 'ANUNCIADA' && <p>{textos.porConfirmar}</p>}
      {estado === 'ENTREGADA' && <Verificar entregaId={entregaId} titulo={titulo} />}
    </li>
  );
}

type Verificada = NonNullable<VerificarEntregaQuery['verificarDocumento']>;

/** Whether what is stored is still what was signed. */
function Verificar({ entregaId, titulo }: { entregaId: string; titulo: string }) {
  const { entregas: textos } = useTextosDe(deOperador);
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [verificada, setVerificada] = useState<Verificada>();
  const [falla, setFalla] = useState<Falla>();
  const verify = async () => {
    setBusy(true);
    setFalla(undefined);
    try {
      const { data } = await client.query({ query: VerificarEntregaDocument, variables: { entregaId }, fetchPolicy: 'no-cache' });
      setVerificada(data?.verificarDocumento ?? undefined);
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {falla && <Fallo falla={falla} />}
      {verificada && <p role="status">{textos.resultados[verificada.resultado]}</p>}
      <p className="acciones">
        <Boton ocupado={busy} aria-label={textos.verificarDe(titulo)} onPress={() => void verify()}>
          {textos.verificar}
        </Boton>
      </p>
    </>
  );
}
