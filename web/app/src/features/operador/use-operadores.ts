import { useQuery } from '@apollo/client/react';
import { RepartoDocument } from './generado/graphql';
import { usePuesto } from './puesto';

/** The operadores that an auditor can choose from, by name: the first hundred that this server knows. Others can be typed. */
export function useOperadores(): readonly string[] {
  const { roles } = usePuesto();
  const { data } = useQuery(RepartoDocument, { skip: !roles.includes('auditor') });
  return data?.reparto?.operadores.map(({ operadorId }) => operadorId) ?? [];
}
