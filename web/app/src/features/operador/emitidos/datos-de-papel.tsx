import { useTextosDe } from '../../../shared/i18n/i18n';
import { Datos } from '../../../shared/ui/datos';
import type { EntregaDeListaFragment } from '../generado/graphql';
import { textos as deEmitidos } from './textos';

/** Which paper a question is about, and whose. */
export function DatosDePapel({ entrega, titulo }: { entrega: EntregaDeListaFragment; titulo: string }) {
  const { datos: textos } = useTextosDe(deEmitidos);
  const { ciudadanoId, titular, numero } = entrega;
  return (
    <Datos
      filas={[
        [textos.papel, titulo],
        [textos.numero, numero],
        [textos.para, [titular, ciudadanoId].filter(Boolean).join(' · ')],
      ]}
    />
  );
}
