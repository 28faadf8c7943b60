import { useState } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { Pagina } from '../../../shared/ui/pagina';
import { ElegirOperador } from '../elegir';
import { useDeQuien } from '../puesto';
import { Atraso } from './atraso';
import { textos as deAtraso } from './textos';

/** How often the figures are read, in milliseconds: as often as the server itself counts. Nobody is told of it. */
const CADENCIA = 15_000;

/** How much work is pending, live: counts change all the time, and no event tells of them. */
export function AtrasoPage() {
  const textos = useTextosDe(deAtraso);
  const [pausa, setPausa] = useState(false);
  const { falta } = useDeQuien();
  const vivo = { fetchPolicy: 'no-cache', pollInterval: pausa ? 0 : CADENCIA, skipPollAttempt: () => document.hidden } as const;
  return (
    <Pagina titulo={textos.titulo}>
      <p>{textos.intro}</p>
      <p className="detalle">
        <Boton clase="discreto" onPress={() => setPausa(!pausa)}>
          {pausa ? textos.seguir : textos.pausar}
        </Boton>{' '}
        {pausa && textos.enPausa}
      </p>
      <ElegirOperador />
      {!falta && <Atraso vivo={vivo} />}
    </Pagina>
  );
}
