import { useLanguage } from '../i18n/i18n';

const DAY = 86_400;

/** In the largest unit that fits: days, hours, minutes, seconds. */
const UNITS = [['day', DAY], ['hour', 3_600], ['minute', 60], ['second', 1]] as const;

/** A time in words, rounded up: 30 días. */
export function enPalabras(seconds: number, lengua: string): string {
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? UNITS[3];
  return new Intl.NumberFormat(lengua, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / size));
}

/** How long it is until then, in words; undefined if that is over. */
export function useQueda() {
  const { lengua } = useLanguage();
  return (iso: string) => {
    const seconds = (Date.parse(iso) - Date.now()) / 1000;
    return seconds > 0 ? enPalabras(Math.max(seconds, 1), lengua) : undefined;
  };
}
