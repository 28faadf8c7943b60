import { useQuery } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { Cargando } from '../../../shared/ui/estado';
import { useMomento } from '../al-dia';
import { Barras } from '../barras';
import { Fallo, pideFinalidad } from '../fallo';
import { AtrasoDocument, type AtrasoQuery } from '../generado/graphql';
import { useDeQuien } from '../puesto';
import { textos as deOperador } from '../textos';
import { textos as deAtraso } from './textos';

interface Vivo {
  fetchPolicy: 'no-cache';
  pollInterval: number;
  skipPollAttempt: () => boolean;
}

/** The deletions of one operador that may need somebody, by state and age. */
export function Atraso({ vivo }: { vivo: Vivo }) {
  const textos = useTextosDe(deAtraso);
  const { operadorId } = useDeQuien();
  const { data, error } = useQuery(AtrasoDocument, { variables: { operadorId }, ...vivo });
  const falla = error && toFalla(error);
  const estados = data?.atraso;
  return (
    <section>
      <h2>{operadorId === null ? textos.atraso : textos.atrasoDe(operadorId)}</h2>
      {falla && !pideFinalidad(falla) && <Fallo falla={falla} />}
      {!estados && !falla && <Cargando />}
      {estados?.every(({ total }) => total === 0) && <p>{textos.nada}</p>}
      {estados?.filter(({ total }) => total > 0).map((one) => <Estado key={one.estado} atraso={one} />)}
    </section>
  );
}

function Estado({ atraso: { estado, total, acotado, masAntigua, edades } }: { atraso: NonNullable<AtrasoQuery['atraso']>[number] }) {
  const textos = useTextosDe(deAtraso);
  const { estados } = useTextosDe(deOperador).eliminaciones;
  const { numero } = useFormatos();
  const momento = useMomento();
  const cuantas = acotado ? textos.oMas(numero(total)) : numero(total);
  return (
    <>
      <Barras
        titulo={textos.estado(estados[estado], cuantas)}
        columnas={{ nombre: textos.edad, valor: textos.eliminaciones }}
        valores={edades.map(({ edad, cuantas: n }) => ({ nombre: textos.edades[edad], valor: n, dicho: numero(n) }))}
      />
      <p className="detalle">{masAntigua && textos.masAntigua(momento(masAntigua))}</p>
    </>
  );
}
