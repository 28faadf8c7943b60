import { useCallback, useEffect, useRef, useState } from 'react';

/** A deletion that can be taken back until its window ends. */
export interface Deshacible {
  documentoId: string;
  eventoId: string;
}

/** What can be taken back now, the newest last; each leaves by itself when its time is over. */
export function useDeshacibles() {
  const [deshacibles, setDeshacibles] = useState<Deshacible[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  const forget = useCallback((eventoId: string) => {
    clearTimeout(timers.current.get(eventoId));
    timers.current.delete(eventoId);
    setDeshacibles((all) => all.filter((one) => one.eventoId !== eventoId));
  }, []);

  const remember = useCallback(
    (one: Deshacible, milliseconds: number) => {
      if (milliseconds <= 0) return;
      forget(one.eventoId); // the same deletion, asked for again
      setDeshacibles((all) => [...all, one]);
      timers.current.set(one.eventoId, setTimeout(() => forget(one.eventoId), milliseconds));
    },
    [forget],
  );

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);

  return { deshacibles, remember, forget };
}
