import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useCarpetaClient } from '@carpeta-ciudadana/react';
import { useEffect, useRef, useState } from 'react';
import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { useOtraVez } from '../../../shared/session/otra-vez';
import { useAnnounce } from '../../../shared/ui/announcer';
import { Boton } from '../../../shared/ui/boton';
import { guardarBlob } from '../../../shared/ui/guardar-archivo';
import { sinCampos } from '../../../shared/ui/faltas';
import { Fallo } from '../fallo';
import { PARTES } from './pedido';
import { usePuesto } from '../puesto';
import { exportar, FORMATOS, type Formato } from './exportar';
import { textos as deRastro } from './textos';

type Estado = { at: 'nada' } | { at: 'en curso'; bytes: number } | { at: 'lista'; bytes: number } | { at: 'falla'; falla: Falla };

/** The trail as a file. `direccion` is null where the filters cannot be asked for: then they say so. */
export function Exportacion({ direccion, refusedBy }: { direccion: () => string | null; refusedBy: (falla: Falla) => void }) {
  const { exportar: textos } = useTextosDe(deRastro);
  const { bytes: told } = useFormatos();
  const { session } = useCarpetaClient();
  const { finalidad } = usePuesto();
  const announce = useAnnounce();
  const otraVez = useOtraVez();
  const [estado, setEstado] = useState<Estado>({ at: 'nada' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []); // whoever leaves the screen wants no file

  const run = async (formato: Formato) => {
    const address = direccion();
    if (address === null) return;
    const { signal } = (running.current = new AbortController());
    setEstado({ at: 'en curso', bytes: 0 });
    announce(textos.comenzo);
    try {
      const blob = await exportar({ session, direccion: address, formato, finalidad, signal, llegaron: (bytes) => setEstado({ at: 'en curso', bytes }) });
      guardarBlob(`auditoria.${formato}`, blob);
      setEstado({ at: 'lista', bytes: blob.size });
    } catch (cause) {
      if (signal.aborted) return setEstado({ at: 'nada' });
      const falla = toFalla(cause);
      if (otraVez(falla, () => {})) return setEstado({ at: 'nada' }); // the buttons are where they were
      refusedBy(falla);
      setEstado({ at: 'falla', falla: falla.codigo === 'RED' ? { codigo: '', mensaje: textos.cortada } : falla });
    }
  };

  return (
    <section>
      <h2>{textos.titulo}</h2>
      <p className="detalle">{textos.intro}</p>
      {estado.at === 'falla' && <Fallo falla={sinCampos(estado.falla, PARTES)} />}
      {estado.at === 'lista' && <p role="status">{textos.lista(told(estado.bytes))}</p>}
      {estado.at === 'en curso' && <p className="detalle">{textos.enCurso(told(estado.bytes))}</p>}
      <div className="botones">
        {estado.at === 'en curso' ? (
          <Boton onPress={() => running.current?.abort()}>{textos.cancelar}</Boton>
        ) : (
          (Object.keys(FORMATOS) as Formato[]).map((formato) => (
            <Boton key={formato} onPress={() => void run(formato)}>
              {textos.formatos[formato]}
            </Boton>
          ))
        )}
      </div>
    </section>
  );
}
