import type { Falla, Resultado } from '@carpeta-ciudadana/cliente';
import { useSubidasPendientes, type Subidas } from '@carpeta-ciudadana/react';
import { useState } from 'react';
import { useFormatos, useTextos, useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Aviso } from '../../shared/ui/estado';
import { textos as deCarga } from './textos';

/** What was begun before this page was opened, or on another device, and not ended; without what this page sends now. */
export function SinTerminar({ subidas, reanudables, reanudar }: Pick<Subidas, 'subidas' | 'reanudables' | 'reanudar'>) {
  const { carga: textos } = useTextosDe(deCarga);
  const { documentos } = useTextos();
  const { bytes, momento } = useFormatos();
  const { pendientes, hayMas, cargandoMas, cargarMas, recargar, abandonar, falla: deLaLista } = useSubidasPendientes();
  const [fallas, setFallas] = useState<Record<string, Falla | undefined>>({});
  const here = new Set(subidas.map(({ estado }) => estado.documentoId));
  const shown = pendientes.filter(({ documento }) => !here.has(documento.id));
  const tell = (id: string) => ({ falla }: Resultado) => setFallas((all) => ({ ...all, [id]: falla }));
  if (shown.length === 0 && !deLaLista) return null;
  return (
    <section aria-label={textos.sinTerminar}>
      <h2>{textos.sinTerminar}</h2>
      <ul className="tarjetas">
        {shown.map((pendiente) => {
          const { id, titulo, nombreArchivo, tamanoBytes } = pendiente.documento;
          const nombre = nombreArchivo ?? titulo;
          const falla = fallas[id];
          return (
            <li key={id} className="tarjeta">
              <p>
                <strong>{nombre}</strong> · {bytes(tamanoBytes)} · {textos.empezada(momento(pendiente.iniciadaEn))}
              </p>
              {falla && <Aviso falla={falla} />}
              {!reanudables.has(id) && <p className="detalle">{textos.elijaDeNuevo}</p>}
              <div className="botones">
                {reanudables.has(id) && (
                  <Boton clase="principal" aria-label={textos.seguirCon(nombre)} onPress={() => void reanudar(pendiente).then(tell(id))}>
                    {textos.seguir}
                  </Boton>
                )}
                <Boton aria-label={textos.abandonarDe(nombre)} onPress={() => void abandonar(id).then(tell(id))}>
                  {textos.abandonar}
                </Boton>
              </div>
            </li>
          );
        })}
      </ul>
      {deLaLista && <Aviso falla={deLaLista} reintentar={() => void recargar()} />}
      {hayMas && (
        <Boton ocupado={cargandoMas} onPress={() => void cargarMas()}>
          {cargandoMas ? documentos.cargandoMas : documentos.cargarMas}
        </Boton>
      )}
    </section>
  );
}
