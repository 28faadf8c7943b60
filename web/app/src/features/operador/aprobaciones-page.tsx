import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useLista } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { useOtraVez } from '../../shared/session/otra-vez';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { Cargando, Vacio } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { AlDia, CargarMas, corto, POR_PAGINA, useAlCambiar, useMomento } from './al-dia';
import { ConfirmarAprobacion } from './confirmar-aprobacion';
import { Fallo } from './fallo';
import { AprobarDocument, PorAprobarDocument, RechazarDocument, type PorAprobarQuery, type PedidoFragment } from './generado/graphql';
import { textos as deOperador } from './textos';

/** What waits for the decision of an operador: what is to be deleted, and why. */
export function AprobacionesPage() {
  const { aprobaciones: textos } = useTextosDe(deOperador);
  const { filas: pedidos, cargando, actualizando, recargar, falla, ...mas } = useLista({ consulta: PorAprobarDocument, variables: DE_PAGINA, lista: porAprobar });
  useAlCambiar(() => void recargar());
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <AlDia cargando={cargando || actualizando} actualizar={() => void recargar()} />
      {falla && <Fallo falla={falla} />}
      {!pedidos && !falla && <Cargando />}
      {pedidos?.length === 0 && <Vacio titulo={textos.ninguna} />}
      <ul className="tarjetas">
        {pedidos?.map((pedido) => (
          <Pedido key={pedido.id} pedido={pedido} />
        ))}
      </ul>
      <CargarMas {...mas} />
    </Pagina>
  );
}

const DE_PAGINA = { first: POR_PAGINA };
const porAprobar = (data: PorAprobarQuery) => data.eliminaciones;

function Pedido({ pedido }: { pedido: PedidoFragment }) {
  const { aprobaciones: textos, eliminaciones } = useTextosDe(deOperador);
  const momento = useMomento();
  const guarda = useGuardaFoco<HTMLLIElement>();
  const { eventoId, clase, emisor, solicitadaEn, aprobacion } = pedido;
  const titulo = pedido.titulo ?? textos.sinTitulo;
  return (
    <li className="tarjeta" {...guarda}>
      <h2>{titulo}</h2>
      <p className="detalle">
        {[clase?.nombre, aprobacion && textos.hasta(momento(aprobacion.hasta)), eliminaciones.pedida(momento(solicitadaEn)), corto(eventoId)].filter(Boolean).join(' · ')}
      </p>
      <p>
        <strong>{textos.emisor}:</strong> {emisor?.nombre ?? textos.sinEmisor}
      </p>
      <p>
        <strong>{textos.motivo}:</strong> {aprobacion?.motivo}
      </p>
      {aprobacion?.resultado === 'PENDIENTE' ? (
        <Decision pedido={pedido} titulo={titulo} />
      ) : (
        <p role="status">{aprobacion?.resultado === 'APROBADA' ? textos.aprobada : textos.rechazada}</p>
      )}
    </li>
  );
}

/** Somebody else was faster, or time was: there is nothing to decide. */
const DECIDIDA = ['APROBACION_DADA', 'APROBACION_RECHAZADA', 'APROBACION_RETIRADA', 'APROBACION_VENCIDA'];

function Decision({ pedido, titulo }: { pedido: PedidoFragment; titulo: string }) {
  const { eventoId } = pedido;
  const { aprobaciones: textos } = useTextosDe(deOperador);
  const [comentario, setComentario] = useState('');
  const [falta, setFalta] = useState(false);
  const [preguntando, setPreguntando] = useState(false);
  const [falla, setFalla] = useState<Falla>();
  const [approve, { loading: approving }] = useMutation(AprobarDocument);
  const [reject, { loading: rejecting }] = useMutation(RechazarDocument);
  const otraVez = useOtraVez();
  const text = comentario.trim();

  const aprobar = async () => {
    const { data } = await approve({ variables: { eventoId, comentario: text || null } });
    setFalla(data?.aprobarEliminacion?.errores[0]);
  };
  const rechazar = async () => {
    setFalta(text === '');
    if (text === '') return;
    const { data } = await reject({ variables: { eventoId, comentario: text } });
    setFalla(data?.rechazarEliminacion?.errores[0]);
  };
  const yaNo = falla !== undefined && DECIDIDA.includes(falla.codigo);
  const decide = (como: () => Promise<void>, preguntar = () => {}) =>
    void como().catch((cause: unknown) => {
      const refused = toFalla(cause);
      if (!otraVez(refused, preguntar)) setFalla(refused);
    });
  return (
    <>
      {falla && <Fallo falla={falla} />}
      <CampoTexto nombre={textos.comentario} valor={comentario} cambiar={setComentario} maximo={500} falta={falta ? textos.comentarioFalta : undefined} />
      {!yaNo && (
        <div className="botones">
          <Boton clase="peligro" ocupado={approving} aria-label={textos.aprobarDe(titulo)} onPress={() => setPreguntando(true)}>
            {textos.aprobar}
          </Boton>
          <Boton ocupado={rejecting} aria-label={textos.rechazarDe(titulo)} onPress={() => decide(rechazar)}>
            {textos.rechazar}
          </Boton>
        </div>
      )}
      {preguntando && (
        <ConfirmarAprobacion
          pedido={pedido}
          cancelar={() => setPreguntando(false)}
          confirmar={() => {
            setPreguntando(false);
            decide(aprobar, () => setPreguntando(true));
          }}
        />
      )}
    </>
  );
}
