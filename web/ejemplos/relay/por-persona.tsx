import type { Api } from '@carpeta-ciudadana/cliente';
import { useEffect, useState, type ReactNode } from 'react';

interface Props {
  api: Api;
  /** Makes a client and what is below it; once for each person. */
  draw: (api: Api) => ReactNode;
  /** What is there until somebody has signed in. */
  sinNadie?: ReactNode;
}

/**
 * When a person leaves, their client and all that it keeps goes with them. The next one has another, made when they have
 * signed in: what is asked for before is refused, and stays so.
 */
export function PorPersona({ api, draw, sinNadie }: Props) {
  const { ended, onLeave } = api.session;
  const [{ turn, isThere }, setPerson] = useState({ turn: 0, isThere: !ended.get() });
  useEffect(() => {
    const stops = [
      onLeave(() => setPerson(({ turn }) => ({ turn: turn + 1, isThere: !ended.get() }))),
      ended.subscribe(() => ended.get() || setPerson((before) => ({ ...before, isThere: true }))),
    ];
    return () => stops.forEach((stop) => stop());
  }, [ended, onLeave]);
  return isThere ? <DeUna key={turn} api={api} draw={draw} /> : sinNadie;
}

function DeUna({ api, draw }: Pick<Props, 'api' | 'draw'>) {
  const [drawn] = useState(() => draw(api));
  return drawn;
}
