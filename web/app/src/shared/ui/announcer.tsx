import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';

const Context = createContext<(text: string) => void>(() => {});

/** Tells those who hear the page what happened on it, after what they hear now. */
export const useAnnounce = () => useContext(Context);

/** Nothing that was told to one person is left for the next: for the component that is there as long as somebody is. */
export function useSilenceAfter() {
  const announce = useAnnounce();
  useEffect(() => () => announce(''), [announce]);
}

/** The region has to be there before its text. The same text again would be silence: a space is added in turns. */
export function Announcer({ children }: { children: ReactNode }) {
  const [{ text, turn }, setTold] = useState({ text: '', turn: false });
  const announce = useCallback((said: string) => setTold((before) => ({ text: said, turn: !before.turn })), []);
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
