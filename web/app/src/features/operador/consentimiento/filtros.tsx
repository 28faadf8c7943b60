import { useQuery } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { Boton } from '../../../shared/ui/boton';
import { CampoLista, CampoTexto } from '../../../shared/ui/campos';
import { TramitesDeEntidadDocument } from '../generado/graphql';
import { textos as deConsentimiento } from './textos';

const VACIO = { estado: '', tramite: '', ciudadanoId: '', numeroInterno: '' };
export type Buscado = typeof VACIO;

/** What is searched for, and the form that says it. */
export function useBuscado() {
  const [buscado, buscar] = useState(VACIO);
  return { buscado, buscar };
}

export function useTramites() {
  const { data } = useQuery(TramitesDeEntidadDocument);
  return data?.tramites ?? undefined;
}

interface FiltrosProps {
  estados: Readonly<Record<string, string>>;
  ocupado: boolean;
  buscar: (buscado: Buscado) => void;
}

/** State, procedure, citizen and own number: the same for what was asked and for what came. */
export function Filtros({ estados, ocupado, buscar }: FiltrosProps) {
  const textos = useTextosDe(deConsentimiento);
  const [escrito, setEscrito] = useState(VACIO);
  const tramites = useTramites() ?? [];
  const change = (nombre: keyof Buscado) => (valor: string) => setEscrito({ ...escrito, [nombre]: valor });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ocupado) buscar(escrito);
  };
  return (
    <form role="search" aria-label={textos.filtros} onSubmit={submit} noValidate>
      <div className="en-fila">
        <CampoLista nombre={textos.estado} valor={escrito.estado} cambiar={change('estado')} vacio={textos.todos} opciones={Object.entries(estados)} />
        <CampoLista nombre={textos.tramite} valor={escrito.tramite} cambiar={change('tramite')} vacio={textos.todos} opciones={tramites.map(({ codigo, nombre }) => [codigo, nombre])} />
        <CampoTexto nombre={textos.ciudadano} valor={escrito.ciudadanoId} cambiar={change('ciudadanoId')} maximo={40} />
        <CampoTexto nombre={textos.numero} valor={escrito.numeroInterno} cambiar={change('numeroInterno')} maximo={40} />
      </div>
      <Boton type="submit" ocupado={ocupado}>
        {textos.buscar}
      </Boton>
    </form>
  );
}
