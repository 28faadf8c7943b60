import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';

/** Which answer fills which variable of which tab, so that nobody copies ids between the examples. */
const ESLABONES = [
  { de: ['iniciarCarga', 'documento', 'id'], a: 'ConfirmarCarga', variable: 'documentoId' },
  { de: ['confirmarCarga', 'documento', 'id'], a: 'Corregir', variable: 'documentoId' },
  { de: ['deleteDocumento', 'eliminacion', 'eventoId'], a: 'Vigilar', variable: 'eventoId' },
  { de: ['deleteDocumento', 'eliminacion', 'eventoId'], a: 'Cancelar', variable: 'eventoId' },
  { de: ['deleteDocumento', 'eliminacion', 'eventoId'], a: 'Constancia', variable: 'eventoId' },
  { de: ['entregas', 'nodes', '0', 'entregaId'], a: 'Verificar', variable: 'documentoId' },
];

/** Renders nothing; lives inside GraphiQL to reach its tabs. */
export function Encadenar() {
  const { moveTab } = useGraphiQLActions();
  const tabs = useGraphiQL((estado) => estado.tabs);
  const respuesta = useGraphiQL((estado) => estado.tabs[estado.activeTabIndex]?.response);

  const atendidas = useRef(new Set<string>());

  // Each answer counts once, when it comes: what is typed into the tabs afterwards stays.
  useEffect(() => {
    if (!respuesta || atendidas.current.has(respuesta)) return;
    atendidas.current.add(respuesta);
    const datos = leer(respuesta)?.data;
    let llenas = tabs;
    for (const { de, a, variable } of ESLABONES) {
      const valor = de.reduce<any>((nodo, campo) => nodo?.[campo], datos);
      if (typeof valor === 'string') llenas = llenas.map((tab) => (tab.title === a ? conVariable(tab, variable, valor) : tab));
    }
    if (llenas !== tabs) moveTab(llenas);
  }, [respuesta]);
  return null;
}

function conVariable<T extends { variables?: string | null }>(tab: T, variable: string, valor: string): T {
  return { ...tab, variables: JSON.stringify({ ...leer(tab.variables), [variable]: valor }, null, 2) };
}

function leer(json: string | null | undefined): any {
  try {
    return JSON.parse(json || 'null');
  } catch {
    return null;
  }
}
