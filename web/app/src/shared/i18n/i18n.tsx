import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { es, type Textos } from './es';

export type Lengua = 'es' | 'en';

interface Language {
  lengua: Lengua;
  textos: Textos;
  formatos: Formatos;
  cambiar: (to: Lengua) => void;
}

export interface Formatos {
  /** Short, for lists: 3 may 2026. */
  fecha: (iso: string) => string;
  /** In words: 3 de mayo de 2026. Also of a day alone, as 2026-05-03. */
  dia: (iso: string) => string;
  /** 3 may 2026, 10:04. */
  momento: (iso: string) => string;
  /** To the second, for those who compare records. */
  instante: (iso: string) => string;
  /** 10:04. */
  hora: (iso: string) => string;
  bytes: (n: number) => string;
  numero: (n: number) => string;
  porcentaje: (share: number) => string;
}

/** Where the chosen language is kept: it is no secret. */
const KEPT = 'carpeta.lengua';
const LOCALES = { es: 'es-CO', en: 'en-GB' };

const Context = createContext<Language | null>(null);

export function useLanguage(): Language {
  const language = useContext(Context);
  if (!language) throw new Error('This needs a <LanguageProvider> around it.');
  return language;
}

export const useTextos = () => useLanguage().textos;
/** The texts that one feature brings along, when it is opened. */
export function useTextosDe<T>(de: Record<Lengua, T>): T {
  return de[useLanguage().lengua];
}

/** The language that the server and the kit speak: that of the page, also before its texts are here. */
export const lenguaPedida = (): Lengua => (kept() === 'en' || document.documentElement.lang === 'en' ? 'en' : 'es');

export const useFormatos = () => useLanguage().formatos;

/** Spanish, unless the person chose otherwise here before. English comes when it is asked for. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<Lengua>(() => (kept() === 'en' ? 'en' : 'es'));
  const [shown, setShown] = useState<{ lengua: Lengua; textos: Textos }>({ lengua: 'es', textos: es });

  useEffect(() => {
    let late = false;
    const show = (textos: Textos) => {
      if (late) return;
      setShown({ lengua: wanted, textos });
      document.documentElement.lang = wanted;
    };
    if (wanted === 'es') show(es);
    else import('./en').then(({ en }) => show(en), () => setWanted('es'));
    return () => {
      late = true;
    };
  }, [wanted]);

  const language = useMemo<Language>(
    () => ({
      ...shown,
      formatos: formatsOf(LOCALES[shown.lengua]),
      cambiar: (to) => {
        keep(to);
        setWanted(to);
      },
    }),
    [shown],
  );
  return (
    <Context value={language}>
      <I18nProvider locale={LOCALES[shown.lengua]}>{children}</I18nProvider>
    </Context>
  );
}

function formatsOf(locale: string): Formatos {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const sizes = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short', maximumFractionDigits: 1 }),
  );
  const fecha = (iso: string) => {
    const { day: d, month, year } = Object.fromEntries(day.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
    return `${d} ${month} ${year}`;
  };
  const hora = (iso: string) => time.format(new Date(iso));
  return {
    fecha,
    dia: (iso) => long.format(new Date(iso.length === 10 ? `${iso}T00:00` : iso)), // a day alone is one everywhere
    hora,
    momento: (iso) => `${fecha(iso)}, ${hora(iso)}`,
    instante: (iso) => instant.format(new Date(iso)),
    porcentaje: (share) => percent.format(share),
    numero: (n) => number.format(n),
    bytes: (n) => {
      const power = Math.min(Math.floor(Math.log10(Math.max(n, 1)) / 3), sizes.length - 1);
      return sizes[power]!.format(n / 1000 ** power);
    },
  };
}

/** A browser may refuse its storage; then the choice lasts as long as the page. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(lengua: Lengua) {
  try {
    localStorage.setItem(KEPT, lengua);
  } catch {
    // It is asked again next time.
  }
}
