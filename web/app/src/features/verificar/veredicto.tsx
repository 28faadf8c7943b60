import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Nota } from '../../shared/ui/estado';
import { autorizadoDe, borradoDe, type Autorizado, type Borrado } from './borrado';
import type { Comprobada } from './comprobar';
import type { Parte } from './falsa';
import type { Firmante } from './firmante';
import type { Hallazgo } from './papel/hallar';
import { Papel } from './papel/papel';
import { textos } from './textos';
import '../../shared/ui/detalles.css';

export type Resultado = { hallazgo: Hallazgo } | { comprobada: Comprobada; firmante: Firmante } | { parte: Parte | 'noSeLeen' };

interface VeredictoProps {
  nombres: string[];
  resultado: Resultado;
  otraVez: () => void;
}

/** What was found, in a sentence; what a specialist asks for is below it, closed. */
export function Veredicto({ nombres, resultado, otraVez }: VeredictoProps) {
  const { verificar } = useTextosDe(textos);
  return (
    <section className="veredicto" aria-label={verificar.resultado}>
      {'hallazgo' in resultado ? (
        <Papel nombre={nombres[0] ?? ''} hallazgo={resultado.hallazgo} otraVez={otraVez} />
      ) : 'parte' in resultado ? (
        <Rechazada nombres={nombres} parte={resultado.parte} />
      ) : (
        <Comprobado nombres={nombres} {...resultado} otraVez={otraVez} />
      )}
    </section>
  );
}

/** Which of the sentences for people says it. */
const RECHAZO = {
  constancia: 'danado',
  otraCosa: 'otraCosa',
  evento: 'cambio',
  lugar: 'cambio',
  prueba: 'prueba',
  crecimiento: 'prueba',
  historia: 'prueba',
  llaves: 'quien',
  firma: 'firma',
  fecha: 'firma',
  faltaEvento: 'falta',
  faltaPrueba: 'falta',
  faltanLlaves: 'falta',
  demasiados: 'demasiados',
  noSeLeen: 'noSeLeen',
} as const;

function Rechazada({ nombres, parte }: { nombres: string[]; parte: Parte | 'noSeLeen' }) {
  const { verificar } = useTextosDe(textos);
  return (
    <>
      <Aviso falla={{ mensaje: verificar.rechazos[RECHAZO[parte]] }} />
      <details className="detalles">
        <summary>{verificar.tecnica}</summary>
        <p>{verificar.partes[parte]}</p>
        <p className="detalle">{verificar.archivos(nombres)}</p>
      </details>
    </>
  );
}

function Comprobado({ nombres, comprobada, firmante, otraVez }: Omit<VeredictoProps, 'resultado'> & Extract<Resultado, { firmante: unknown }>) {
  const { verificar } = useTextosDe(textos);
  const frase = useFrase();
  const deAutorizado = useFraseDeAutorizado();
  const { dia } = useFormatos();
  const borrado = comprobada.entries.map(({ entry }) => borradoDe(entry)).find(Boolean);
  const autorizado = comprobada.entries.map(({ entry }) => autorizadoDe(entry)).find(Boolean);
  const dicho = borrado ? frase(borrado) : autorizado ? deAutorizado(autorizado) : verificar.registrado(dia(comprobada.checkpoint.time.toISOString()));
  const own = firmante === 'propio';
  return (
    <>
      <Nota tono={own ? 'bien' : 'cuidado'} icono={own ? 'bien' : 'cuidado'}>
        <div role="status">
          <h2>{verificar.titulos[firmante][borrado || autorizado ? 'constancia' : 'prueba']}</h2>
          <p>{own ? `${dicho} ${verificar.firmantes.propio}` : verificar.firmantes[firmante]}</p>
          {!own && (
            <p>
              {verificar.dice} {dicho}
            </p>
          )}
        </div>
        {firmante === 'sinComparar' && <Boton onPress={otraVez}>{verificar.otraVez}</Boton>}
      </Nota>
      <details className="detalles">
        <summary>{verificar.tecnica}</summary>
        <Tecnica {...comprobada} />
        <p className="detalle">{verificar.archivos(nombres)}</p>
      </details>
    </>
  );
}

/** The name of a kind. Who verifies may have no server to ask: one that is not known here is shown by the words of its code. */
function nombreDe(codigo: string, tipos: Readonly<Record<string, string>>) {
  if (Object.hasOwn(tipos, codigo)) return tipos[codigo];
  return /^[A-Z][A-Z0-9_]{1,47}$/.test(codigo) && codigo.toLowerCase().replaceAll('_', ' ');
}

function useFrase() {
  const { verificar } = useTextosDe(textos);
  const { dia, bytes } = useFormatos();
  return ({ en, tipo, bytes: size, solicitante, aprobada }: Borrado) => {
    const nombre = tipo && nombreDe(tipo, verificar.tipos);
    const known = [nombre && verificar.deTipo(nombre), size !== undefined && bytes(size)];
    return verificar.borrado({ dia: dia(en), que: known.filter(Boolean).join(', '), solicitante, aprobada });
  };
}

function useFraseDeAutorizado() {
  const { verificar } = useTextosDe(textos);
  const { dia } = useFormatos();
  return ({ en, fin, nit, tramite, version, documentos, hasta }: Autorizado) =>
    fin ? verificar.termino({ dia: dia(en), nit, tramite, version }) : verificar.autorizo({ dia: dia(en), nit, tramite, version, documentos, hasta: hasta ? dia(hasta) : '' });
}

function Tecnica({ checkpoint, entries, grewFrom }: Comprobada) {
  const { verificar } = useTextosDe(textos);
  const { instante: momento } = useFormatos();
  return (
    <>
      <p>{verificar.sellada(momento(checkpoint.time.toISOString()), checkpoint.origin, String(checkpoint.size))}</p>
      {grewFrom !== undefined && <p>{verificar.crecio(String(grewFrom))}</p>}
      <p>
        {verificar.llave} <code>{checkpoint.key.text}</code>
      </p>
      {entries.map(({ number, entry }) => (
        <Registrado key={String(number)} number={number} text={entry.text} />
      ))}
    </>
  );
}

function Registrado({ number, text }: { number: bigint; text: string }) {
  const { verificar } = useTextosDe(textos);
  return (
    <>
      <h3>{verificar.loRegistrado}</h3>
      <p>{verificar.lugar(String(number))}</p>
      <pre tabIndex={0}>{text}</pre>
    </>
  );
}
