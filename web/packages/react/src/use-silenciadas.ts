import { useMutation, useQuery } from '@apollo/client/react';
import { attempt, Refusal, toFalla, type Resultado } from '@carpeta-ciudadana/cliente';
import { EntidadesSilenciadasDocument, SilenciarEntidadDocument, type EntidadesSilenciadasQuery } from '@carpeta-ciudadana/cliente/operaciones';
import type { EstadoDeConsulta } from './estado.js';
import { useEstado } from './use-error.js';

export interface Silenciadas extends EstadoDeConsulta {
  /** The entities of which the citizen wants to hear nothing. */
  entidades: NonNullable<NonNullable<EntidadesSilenciadasQuery['miCarpeta']>['entidadesSilenciadas']>;
  /** Hears of one again, by its entidadId. */
  volverAOir: (entidadId: string) => Promise<Resultado>;
}

/** The entities that the citizen silenced. */
export function useSilenciadas(): Silenciadas {
  const result = useQuery(EntidadesSilenciadasDocument, { fetchPolicy: 'cache-and-network' });
  const [change] = useMutation(SilenciarEntidadDocument);
  const estado = useEstado(result, result.data !== undefined);
  return {
    entidades: result.data?.miCarpeta?.entidadesSilenciadas ?? [],
    ...estado,
    volverAOir: (entidadId) =>
      attempt(async () => {
        const { data } = await change({ variables: { entidadId, silenciada: false } });
        const { silenciadas, errores: [refused] = [] } = data?.silenciarEntidad ?? {};
        if (!silenciadas) throw new Refusal(refused ?? toFalla(undefined));
        await estado.recargar();
        return undefined;
      }),
  };
}
