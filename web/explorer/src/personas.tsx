import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import type { Persona } from './ajustes';

/** Whose examples are not the first persona's. */
const ROL_DE: Record<string, string> = { Entregas: 'entidad', Verificar: 'entidad', PorAtender: 'operador' };

/** Chooses as whom the active tab asks. Lives inside GraphiQL, whose editor «Headers» holds the choice. */
export function Personas({ personas }: { personas: Persona[] }) {
  const { updateActiveTabValues } = useGraphiQLActions();
  const editor = useGraphiQL((estado) => estado.headerEditor);
  const { id, title, headers } = useGraphiQL((estado) => estado.tabs[estado.activeTabIndex]!);

  const actuar = (persona: Persona) => {
    const propios = encabezados(persona.token);
    editor?.setValue(propios);
    updateActiveTabValues({ headers: propios });
  };

  // GraphiQL never stores headers, so each tab is without at its first visit, and again after a reload.
  useEffect(() => {
    const suya = personas.find(({ rol }) => rol === ROL_DE[title]);
    if (editor && headers === null && suya) actuar(suya);
  }, [editor, id]);

  const actual = headers === null ? personas[0] : personas.find(({ token }) => encabezados(token) === headers);
  return (
    <label>
      Persona:{' '}
      <select value={actual?.rol ?? ''} onChange={(e) => actuar(personas.find(({ rol }) => rol === e.target.value)!)}>
        {!actual && <option value="" disabled>la de «Headers»</option>}
        {personas.map(({ rol }) => <option key={rol}>{rol}</option>)}
      </select>
    </label>
  );
}

/** What the editor «Headers» shows for a token. */
export function encabezados(token: string): string {
  return JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2);
}
