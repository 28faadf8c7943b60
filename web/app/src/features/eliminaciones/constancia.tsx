import { useApolloClient } from '@apollo/client/react';
import { Link } from 'wouter';
import { ConstanciaDocument } from '../../shared/generado/graphql';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Prueba } from '../../shared/prueba/prueba';
import { textos as deEliminaciones } from './textos';

/** The receipt of a deletion. */
export function Constancia({ eventoId, titulo }: { eventoId: string; titulo: string }) {
  const { constancia: textos } = useTextosDe(deEliminaciones);
  const client = useApolloClient();
  const pedir = async () => (await client.query({ query: ConstanciaDocument, variables: { eventoId }, fetchPolicy: 'no-cache' })).data?.constancia;
  return (
    <Prueba que="constancia" sobre={titulo} textos={{ ...textos, obtenerDe: textos.obtenerDe(titulo), de: textos.de(titulo) }} pedir={pedir}>
      <Link className="enlace" href="/verificar">
        {textos.verificar}
      </Link>
    </Prueba>
  );
}
