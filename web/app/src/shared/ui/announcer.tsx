import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';

const Context = createContext<(text: string) => void>(() => {});

/** Tells those who hear the page what happened on it, after what they hear now. */
export const useAnnounce = () => useContext(Context);

/** Nothing that was told to one person is left for the next: for the component that is there as long as somebody is. */
export function useSilenceAfter() {
  const announce = useAnnounce();
  useEffect(() => () => announce(''), [announce]);
}

/**
 * The region has to be there before its text. The same text again would be silence: a space is added in turns. Of what is
 * said at once, as the end of an upload and its news, nothing is lost.
 */
export function Announcer({ children }: { children: ReactNode }) {
  const [{ text, turn }, setTold] = useState({ text: '', turn: false });
  const unsaid = useRef('');
  const announce = useCallback((said: string) => {
    unsaid.current = said && unsaid.current ? `${unsaid.current}. ${said}` : said;
    const all = unsaid.current;
    setTold((before) => ({ text: all, turn: !before.turn }));
  }, []);
  useEffect(() => {
    unsaid.current = '';
  });
  return (
    <Context value={announce}>
      {children}
      <p className="oculto" role="status">
        {text}
        {turn ? '\u00a0' : ''}
      </p>
    </Context>
  );
}
