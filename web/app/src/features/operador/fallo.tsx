import { useApolloClient } from '@apollo/client/react';
import type { Falla } from '@carpeta-ciudadana/cliente';
import { useId } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Aviso } from '../../shared/ui/estado';
import { FormaDeFinalidad } from './finalidad';
import { usePuesto } from './puesto';
import { textos as deOperador } from './textos';

/** Whether the server wants to know, or does not take, what the person comes for. */
export const pideFinalidad = ({ codigo, campos = [] }: Falla) => codigo === 'FINALIDAD_REQUERIDA' || campos.some(({ campo }) => campo.startsWith('Carpeta-'));

/** What went wrong. What the person comes for is asked for in place; the screen is as they left it. */
export function Fallo({ falla }: { falla: Falla }) {
  return pideFinalidad(falla) ? <OtraVez falta={falla.codigo === 'FINALIDAD_REQUERIDA'} /> : <Aviso falla={falla} />;
}

function OtraVez({ falta }: { falta: boolean }) {
  const { finalidad: textos } = useTextosDe(deOperador);
  const { finalidad, decir } = usePuesto();
  const client = useApolloClient();
  const id = useId();
  return (
    <section className="aviso" aria-labelledby={id}>
      <div>
        <h2 id={id}>{textos.titulo}</h2>
        <p role="alert">{falta ? textos.otraVez : textos.noServida}</p>
        <FormaDeFinalidad
          primera={finalidad}
          requerida={falta}
          continuar={(dicha) => {
            decir(dicha);
            client.refetchQueries({ include: 'active' }).catch(() => {}); // each query tells its own failure
          }}
        />
      </div>
    </section>
  );
}
