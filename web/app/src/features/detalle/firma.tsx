import { useLazyQuery } from '@apollo/client/react';
import type { DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { FirmaDeDocumentoDocument, type ResultadoVerificacion } from '../../shared/generado/graphql';
import { useFormatos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Nota } from '../../shared/ui/estado';
import { textos as deDetalle } from './textos';

/** The server reads the whole file to look at its signature: of larger ones, in bytes, the person has to ask. */
const AT_ONCE = 20_000_000;

/** What the server finds of a file that is what its issuer signed: what that is worth is said by the document itself. */
const esIntacta = (resultado: ResultadoVerificacion) => resultado === 'VALIDA' || resultado === 'REVOCADA' || resultado === 'REEMPLAZADA';

/** What a certified document is worth today, who issued it and when, and whether its signature is valid: in words. */
export function Firma({ documento }: { documento: DetalleDeDocumento }) {
  const { firma: textos } = useTextosDe(deDetalle);
  const { dia } = useFormatos();
  const { id, emisor, tamanoBytes, reemplazadoPor, reemplazaA } = documento;
  const [look, { data, loading, error }] = useLazyQuery(FirmaDeDocumentoDocument, { fetchPolicy: 'cache-first' });
  const atOnce = tamanoBytes <= AT_ONCE;
  useEffect(() => {
    if (atOnce) look({ variables: { id } }).catch(() => {}); // it is told below
  }, [atOnce, look, id]);

  const vale = useVale(documento);
  const found = data?.verificarDocumento;
  const mala = found && !esIntacta(found.resultado) && found.resultado !== 'SIN_FIRMA';
  const quien = found?.emisor?.nombre ?? emisor?.nombre;
  const tono = mala ? 'peligro' : vale.tono;
  return (
    <Nota tono={tono} icono={tono === 'bien' ? 'sello' : 'cuidado'}>
      <div role="status">
        {vale.titulo && (
          <p>
            <strong>{vale.titulo}</strong>
          </p>
        )}
        {vale.mas.map((frase) => (
          <p key={frase}>{frase}</p>
        ))}
        <p>
          {found?.firmadaEn ? textos.firmado(quien, dia(found.firmadaEn)) : textos.certificado(quien)} {found && (esIntacta(found.resultado) ? vale.tono === 'bien' && textos.valida : textos.resultados[found.resultado])}
          {loading && textos.mirando}
          {error && textos.noSeSabe}
        </p>
      </div>
      {!found && !loading && (!atOnce || error) && <Boton onPress={() => void look({ variables: { id } }).catch(() => {})}>{textos.mirar}</Boton>}
      {reemplazadoPor && <Otro id={reemplazadoPor}>{textos.verNuevo}</Otro>}
      {reemplazaA && <Otro id={reemplazaA}>{textos.verAnterior}</Otro>}
    </Nota>
  );
}

interface Vale {
  tono: 'bien' | 'cuidado' | 'peligro';
  /** What matters first, if anything is to be known before it is used. */
  titulo?: string;
  mas: string[];
}

function useVale({ estadoJuridico, motivoRevocacion, revocadoEn, vigenciaDesde, vigenciaHasta }: DetalleDeDocumento): Vale {
  const { firma: textos } = useTextosDe(deDetalle);
  const { dia } = useFormatos();
  if (estadoJuridico === 'REVOCADO') return { tono: 'peligro', titulo: textos.revocado(revocadoEn && dia(revocadoEn)), mas: [...(motivoRevocacion ? [textos.motivo(motivoRevocacion)] : []), textos.pregunte] };
  if (estadoJuridico === 'REEMPLAZADO') return { tono: 'cuidado', titulo: textos.reemplazado, mas: [] };
  if (estadoJuridico === 'VENCIDO') return { tono: 'cuidado', titulo: textos.vencido(dia(vigenciaHasta ?? '')), mas: [textos.renueve] };
  if (estadoJuridico === 'AUN_NO_VIGENTE') return { tono: 'cuidado', titulo: textos.aunNo(dia(vigenciaDesde ?? '')), mas: [] };
  return { tono: 'bien', mas: vigenciaHasta ? [textos.hasta(dia(vigenciaHasta))] : [] };
}

function Otro({ id, children }: { id: string; children: string }) {
  return (
    <Link className="enlace" href={`/documentos/${encodeURIComponent(id)}`}>
      {children}
    </Link>
  );
}
