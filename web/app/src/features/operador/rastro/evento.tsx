import { useApolloClient } from '@apollo/client/react';
import { nombreDe } from '@carpeta-ciudadana/cliente/interno';
import { usePrueba } from '@carpeta-ciudadana/react';
import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { Prueba } from '../../../shared/prueba/prueba';
import { Boton } from '../../../shared/ui/boton';
import { Datos } from '../../../shared/ui/datos';
import { Etiqueta } from '../../../shared/ui/etiqueta';
import { corto } from '../al-dia';
import { PruebaDeEventoDocument, type EventoDelRastroFragment } from '../generado/graphql';
import { SERVICIOS, TIPOS } from './nombres';
import { textos as deRastro } from './textos';
import '../../../shared/ui/detalles.css';

interface EventoProps {
  evento: EventoDelRastroFragment;
  /** Asks for everything that belongs together with it. */
  relacionados: () => void;
}

/** One thing that happened. */
export function Evento({ evento, relacionados }: EventoProps) {
  const { evento: textos, resultados, gravedades } = useTextosDe(deRastro);
  const { instante: momento } = useFormatos();
  const { eventoId, tipo, outcome, severity, actor, recurso, proposito } = evento;
  return (
    <li className="tarjeta">
      <p>
        <strong>{TIPOS[tipo]}</strong> · {resultados[outcome]}{' '}
        {severity !== 'INFO' && <Etiqueta tono={severity === 'CRITICAL' ? 'peligro' : 'cuidado'}>{gravedades[severity]}</Etiqueta>}
      </p>
      <p className="detalle">
        {momento(evento.momento)} · {textos.hizo(actor.tipo, actor.actorId)} · {textos.sobre(recurso.tipo, recurso.recursoId)}
        {proposito && ` · ${textos.para(proposito)}`}
      </p>
      <Detalles evento={evento} />
      <div className="botones">
        <Boton aria-label={textos.relacionadosDe(corto(eventoId))} onPress={relacionados}>
          {textos.relacionados}
        </Boton>
        <PruebaDelEvento evento={evento} />
      </div>
    </li>
  );
}

function Detalles({ evento }: { evento: EventoDelRastroFragment }) {
  const { evento: textos } = useTextosDe(deRastro);
  const { eventoId, correlationId, servicio, operadorId, carpetaId, documentoId, enNombreDe, baseLegal, actor } = evento;
  const fixed = {
    eventoId,
    correlationId,
    servicio: SERVICIOS[servicio],
    operadorId,
    carpetaId,
    documentoId,
    enNombreDe,
    baseLegal,
    actorOperador: actor.operadorId,
    actorEntidad: actor.entidadId,
  };
  const rows = (Object.keys(fixed) as (keyof typeof fixed)[]).map((name) => ({ nombre: textos.datos[name], valor: fixed[name] }));
  return (
    <details className="detalles">
      <summary>{textos.mas}</summary>
      <Datos filas={[...rows, ...evento.datos].map(({ nombre, valor }) => [nombre, valor] as const)} />
    </details>
  );
}

/** The proof that the event is in the sealed log, and where it can be verified. */
function PruebaDelEvento({ evento: { eventoId, operadorId } }: { evento: EventoDelRastroFragment }) {
  const { prueba: textos } = useTextosDe(deRastro);
  const client = useApolloClient();
  const variables = { eventId: eventoId, operadorId: operadorId ?? '_' };
  const prueba = usePrueba({
    clave: eventoId,
    nombre: () => nombreDe('prueba', corto(eventoId)),
    consultar: async () => (await client.query({ query: PruebaDeEventoDocument, variables, fetchPolicy: 'no-cache' })).data?.pruebaDeEvento,
  });
  return (
    <Prueba textos={{ ...textos, obtenerDe: textos.obtenerDe(corto(eventoId)), de: textos.de(corto(eventoId)) }} prueba={prueba}>
      <a className="enlace" href="/app/verificar" target="_blank" rel="noopener">
        {textos.verificar}
      </a>
    </Prueba>
  );
}
