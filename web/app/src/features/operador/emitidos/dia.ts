import { useFormatos } from '../../../shared/i18n/i18n';

/** A day such as 2026-05-03, in words: the same one in every time zone. */
export function useDia() {
  const { dia } = useFormatos();
  return (day: string | null | undefined) => (day ? dia(`${day}T12:00`) : '');
}
