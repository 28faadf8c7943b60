import { useFormatos, useLanguage, useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { Aviso, Nota } from '../../../shared/ui/estado';
import { textos } from '../textos';
import type { Hallazgo } from './hallar';
import { oracion, rechazo } from './oracion';
import type { Informe } from './verificable';

/** What a verifiable file is worth, in a sentence; what a specialist asks for is below it, closed. */
export function Papel({ nombre, hallazgo, otraVez }: { nombre: string; hallazgo: Hallazgo; otraVez: () => void }) {
  const { verificar } = useTextosDe(textos);
  const { lengua } = useLanguage();
  if (hallazgo === 'sinRespuesta')
    return (
      <Nota tono="cuidado" icono="cuidado">
        <div role="status">
          <h2>{verificar.papel.sinComparar}</h2>
          <p>{verificar.papel.sinRespuesta}</p>
        </div>
        <Boton onPress={otraVez}>{verificar.otraVez}</Boton>
      </Nota>
    );
  if ('codigo' in hallazgo)
    return (
      <>
        <Aviso falla={{ mensaje: rechazo(hallazgo.codigo, lengua) }} />
        <details className="detalles">
          <summary>{verificar.tecnica}</summary>
          <p>
            <code>{hallazgo.codigo}</code>
          </p>
          <p className="detalle">{verificar.archivos([nombre])}</p>
        </details>
      </>
    );
  const { informe } = hallazgo;
  const tono = informe.resultado === 'VALIDO' ? 'bien' : 'cuidado';
  return (
    <>
      <Nota tono={tono} icono={tono}>
        <div role="status">
          <h2>{verificar.papel.titulos[informe.resultado]}</h2>
          <p>{oracion(informe, lengua)}</p>
        </div>
        {informe.resultado === 'SIN_LISTA' && <Boton onPress={otraVez}>{verificar.otraVez}</Boton>}
      </Nota>
      <details className="detalles">
        <summary>{verificar.tecnica}</summary>
        <Tecnica {...informe} />
        <p className="detalle">{verificar.archivos([nombre])}</p>
      </details>
    </>
  );
}

function Tecnica({ resultado, firmadaEn, recibidaEn, registro, declaracion, estado }: Informe) {
  const { verificar } = useTextosDe(textos);
  const { momento } = useFormatos();
  return (
    <>
      <p>
        <code>{resultado}</code>
      </p>
      <p>{verificar.papel.firmada(momento(firmadaEn.toISOString()))}</p>
      {registro && recibidaEn && <p>{verificar.papel.recibida(momento(recibidaEn.toISOString()), registro)}</p>}
      {estado && <p>{verificar.papel.estado(estado.uri)}</p>}
      <p>
        SHA-256 <code>{declaracion.hashDocumento}</code>
      </p>
    </>
  );
}
