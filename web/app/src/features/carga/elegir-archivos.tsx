import { elegirArchivos, puedeElegir, type ArchivoElegido } from '@carpeta-ciudadana/cliente';
import { useRef } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { EntradaDeArchivos } from '../../shared/ui/entrada-de-archivos';
import { textos as deCarga } from './textos';

const withoutHandles = (files: Iterable<File> | null): ArchivoElegido[] => [...(files ?? [])].map((archivo) => ({ archivo }));

/** Chooses files: by the browser's chooser that gives handles, or else by the one that every browser has; or a camera. */
export function ElegirArchivos({ elegir, principal }: { elegir: (archivos: ArchivoElegido[]) => void; principal: boolean }) {
  const { carga: textos } = useTextosDe(deCarga);
  const input = useRef<HTMLInputElement>(null);
  const choose = async () => {
    try {
      if (puedeElegir()) return elegir(await elegirArchivos());
    } catch {
      // it is forbidden here: the other one may not be
    }
    input.current?.click();
  };
  return (
    <div className="botones">
      <EntradaDeArchivos ref={input} elegir={(files) => elegir(withoutHandles(files))} />
      <Boton {...(principal && { clase: 'principal' })} onPress={() => void choose()}>
        {textos.elegir}
      </Boton>
      <span className="solo-tactil">
        <FileTrigger acceptedFileTypes={['image/*']} defaultCamera="environment" onSelect={(files) => elegir(withoutHandles(files))}>
          <Boton>{textos.foto}</Boton>
        </FileTrigger>
      </span>
    </div>
  );
}
