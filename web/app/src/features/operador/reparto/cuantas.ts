import { useFormatos, useTextosDe } from '../../../shared/i18n/i18n';
import { textos as deReparto } from './textos';

/** From here on a count stands for that many or more. */
const CONTADAS = 1_000;

/** How a count of what waits is written. */
export function useCuantas() {
  const textos = useTextosDe(deReparto);
  const { numero } = useFormatos();
  return (n: number) => (n >= CONTADAS ? textos.oMas(numero(n)) : numero(n));
}
