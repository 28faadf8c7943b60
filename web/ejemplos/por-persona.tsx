import type { Api } from '@carpeta-ciudadana/cliente';
import { useEffect, useState, type ReactNode } from 'react';

interface Props {
  api: Api;
  /** Makes a client and what is below it; once for each person. */
  draw: (api: Api) => ReactNode;
}

/** When a person leaves, their client and all that it keeps goes with them: the next one has another. */
export function PorPersona({ api, draw }: Props) {
  const [turn, setTurn] = useState(0);
  useEffect(() => api.session.onLeave(() => setTurn((before) => before + 1)), [api]);
  return <DeUna key={turn} api={api} draw={draw} />;
}

function DeUna({ api, draw }: Props) {
  const [drawn] = useState(() => draw(api));
  return drawn;
}
