import { useApolloClient } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useLista } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Cargando, Vacio } from '../../shared/ui/estado';
import { Pagina } from '../../shared/ui/pagina';
import { AlDia, CargarMas, corto, POR_PAGINA, useAlVolver, useMomento } from './al-dia';
import { Fallo } from './fallo';
import { EntregasDocument, VerificarEntregaDocument, type EntregaDeListaFragment, type EntregasQuery, type VerificarEntregaQuery } from './generado/graphql';
import { textos as deOperador } from './textos';

/** What an entity delivered, and how far each delivery is. Each reading is told to the citizens: it is read on demand, and for those who come back. */
export function EntregasPage() {
  const { entregas: textos } = useTextosDe(deOperador);
  const { filas: entregas, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: EntregasDocument, variables: DE_PAGINA, lista: deEntregas });
  const reload = () => void recargar();
  useAlVolver(reload);
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <AlDia cargando={cargando || actualizando} actualizar={reload} />
      {falla && <Fallo falla={falla} />}
      {!entregas && !falla && <Cargando />}
      {entregas?.length === 0 && <Vacio titulo={textos.ninguna} />}
      <ul className="tarjetas">
        {entregas?.map((entrega) => (
          <Entrega key={entrega.id} entrega={entrega} />
        ))}
      </ul>
      <CargarMas {...mas}>{textos.cargarMas}</CargarMas>
    </Pagina>
  );
}

const DE_PAGINA = { first: POR_PAGINA };
const deEntregas = (data: EntregasQuery) => data.entregas;

function Entrega({ entrega }: { entrega: EntregaDeListaFragment }) {
  const { entregas: textos } = useTextosDe(deOperador);
  const { bytes } = useFormatos();
  const momento = useMomento();
  const { entregaId, ciudadanoId, estado, anunciadaEn, entregadaEn, eliminadaEn, tipo, nombreArchivo, tamanoBytes, llave } = entrega;
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
      <p className="detalle">{[tipo?.nombre, nombreArchivo, tamanoBytes && bytes(tamanoBytes), llave && textos.llave(llave)].filter(Boolean).join(' · ')}</p>
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
      <div className="botones">
        <Boton ocupado={busy} aria-label={textos.verificarDe(titulo)} onPress={() => void verify()}>
          {textos.verificar}
        </Boton>
      </div>
    </>
  );
}
