import { CodigosDeCarpetaDocument, TerminarCodigoDocument, type CodigosDeCarpetaQuery } from '@carpeta-ciudadana/cliente/operaciones';
import { useAutorizaciones, useCarpetaClient, useLista, useSilenciadas, useSolicitudes } from '@carpeta-ciudadana/react';
import { attempt, Refusal, toFalla } from '@carpeta-ciudadana/cliente';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { useAnnounce } from '../../shared/ui/announcer';
import { Boton } from '../../shared/ui/boton';
import { Aviso, Esqueleto, Vacio, type Aviso as DeAviso } from '../../shared/ui/estado';
import { useGuardaFoco } from '../../shared/ui/foco';
import { Pagina } from '../../shared/ui/pagina';
import { faltaLaCarpeta, SinCarpeta } from '../../shared/ui/sin-carpeta';
import { UnaAutorizacion } from './autorizacion';
import { UnaPedida } from './pedida';
import { textos as deCompartidos } from './textos';
import './compartidos.css';

/** What entities ask, who may see what, and what was ended. */
export function CompartidosPage() {
  const textos = useTextosDe(deCompartidos);
  const { documentos: comunes } = useTextos();
  const { solicitudes } = useSolicitudes();
  const { autorizaciones, cargando, falla, recargar, hayMas, cargandoMas, cargarMas, terminar, pedirBorrado } = useAutorizaciones();
  const { codigos, dejar } = useCodigosEnUso();
  const { entidades, volverAOir } = useSilenciadas();
  const vigentes = autorizaciones.filter(({ estado }) => estado === 'VIGENTE');
  const terminadas = autorizaciones.filter(({ estado }) => estado !== 'VIGENTE');
  const nada = solicitudes.length + autorizaciones.length + codigos.length + entidades.length === 0;
  if (faltaLaCarpeta(falla)) {
    return (
      <Pagina titulo={textos.titulo}>
        <SinCarpeta recargar={() => void recargar()} />
      </Pagina>
    );
  }
  return (
    <Pagina titulo={textos.titulo}>
      <p className="detalle">{textos.intro}</p>
      {falla && <Aviso falla={falla} reintentar={() => void recargar()} />}
      {cargando && <Esqueleto filas={2} />}
      {nada && !cargando && !falla && (
        <Vacio titulo={textos.nada.titulo} icono="compartidos">
          <p>{textos.nada.texto}</p>
        </Vacio>
      )}
      {solicitudes.length > 0 && (
        <section>
          <h2>{textos.pedidas}</h2>
          <ul className="tarjetas">
            {solicitudes.map((una) => (
              <li key={una.id} className="tarjeta">
                <UnaPedida solicitud={una} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {vigentes.length > 0 && (
        <section>
          <h2>{textos.vigentes}</h2>
          <ul className="tarjetas">
            {vigentes.map((una) => (
              <UnaAutorizacion key={una.id} autorizacion={una} terminar={terminar} pedirBorrado={pedirBorrado} />
            ))}
          </ul>
        </section>
      )}
      {codigos.length > 0 && (
        <section>
          <h2>{textos.codigos}</h2>
          <ul className="tarjetas">
            {codigos.map((uno) => (
              <UnCodigo key={uno.id} codigo={uno} dejar={dejar} />
            ))}
          </ul>
        </section>
      )}
      {terminadas.length > 0 && (
        <details className="detalles">
          <summary>{textos.terminadas(terminadas.length)}</summary>
          <p className="detalle">{textos.noSeRecoge}</p>
          <ul className="tarjetas">
            {terminadas.map((una) => (
              <UnaAutorizacion key={una.id} autorizacion={una} terminar={terminar} pedirBorrado={pedirBorrado} />
            ))}
          </ul>
        </details>
      )}
      {hayMas && (
        <div className="botones">
          <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
            {comunes.cargarMas}
          </Boton>
        </div>
      )}
      {entidades.length > 0 && <Silenciadas entidades={entidades} volverAOir={volverAOir} />}
    </Pagina>
  );
}

type Codigo = CodigosDeCarpetaQuery['miCarpeta'] extends infer C ? (C extends { codigos: { edges: { node: infer N }[] } | null } ? N : never) : never;

const deCodigos = (data: CodigosDeCarpetaQuery) => data.miCarpeta?.codigos;

/** The codes of the whole folder that can be used now, and how to end one. */
function useCodigosEnUso() {
  const { apollo } = useCarpetaClient();
  const { filas = [], recargar } = useLista({ consulta: CodigosDeCarpetaDocument, variables: { first: 50 }, lista: deCodigos });
  return {
    codigos: filas.filter(({ estado }) => estado === 'VIGENTE') as Codigo[],
    dejar: (codigoId: string) =>
      attempt(async () => {
        const { data } = await apollo.mutate({ mutation: TerminarCodigoDocument, variables: { codigoId } });
        const { codigo, errores: [refused] = [] } = data?.terminarCodigo ?? {};
        if (!codigo) throw new Refusal(refused ?? toFalla(undefined));
        await recargar();
        return undefined;
      }),
  };
}

function UnCodigo({ codigo: { id, referencia, hasta, documento }, dejar }: { codigo: Codigo; dejar: ReturnType<typeof useCodigosEnUso>['dejar'] }) {
  const textos = useTextosDe(deCompartidos);
  const { momento } = useFormatos();
  const announce = useAnnounce();
  const [falla, setFalla] = useState<DeAviso>();
  const titulo = documento?.titulo ?? textos.yaNo;
  const end = async () => {
    const { falla: refused } = await dejar(id);
    setFalla(refused);
    if (!refused) announce(textos.dejado);
  };
  return (
    <li className="tarjeta">
      <h3>{textos.codigo(referencia)}</h3>
      <p className="detalle">
        {documento ? <Link href={`/documentos/${encodeURIComponent(documento.id)}`}>{titulo}</Link> : titulo} · {textos.hasta(momento(hasta))}
      </p>
      {falla && <Aviso falla={falla} />}
      <div className="botones">
        <Boton clase="cuidado" aria-label={textos.dejarDe(titulo)} onPress={() => void end()}>
          {textos.dejar}
        </Boton>
      </div>
    </li>
  );
}

function Silenciadas({ entidades, volverAOir }: Pick<ReturnType<typeof useSilenciadas>, 'entidades' | 'volverAOir'>) {
  const textos = useTextosDe(deCompartidos);
  const guarda = useGuardaFoco<HTMLDetailsElement>();
  const [falla, setFalla] = useState<DeAviso>();
  return (
    <details className="detalles" {...guarda}>
      <summary>{textos.silenciadas}</summary>
      {falla && <Aviso falla={falla} />}
      <ul className="autorizados">
        {entidades.map(({ entidadId, nombre, nit }) => (
          <li key={entidadId}>
            {textos.conNit(nombre, nit)}{' '}
            <Boton aria-label={textos.volverAOirDe(nombre)} onPress={() => void volverAOir(entidadId).then(({ falla: refused }) => setFalla(refused))}>
              {textos.volverAOir}
            </Boton>
          </li>
        ))}
      </ul>
    </details>
  );
}
