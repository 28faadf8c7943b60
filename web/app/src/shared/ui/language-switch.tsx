import { useLanguage } from '../i18n/i18n';
import { Boton } from './boton';

const OTHER = { es: { lengua: 'en', nombre: 'English' }, en: { lengua: 'es', nombre: 'Español' } } as const;

/** The other language, in its own words. */
export function LanguageSwitch() {
  const { lengua, cambiar } = useLanguage();
  const other = OTHER[lengua];
  return (
    <Boton clase="discreto" onPress={() => cambiar(other.lengua)}>
      <span lang={other.lengua}>{other.nombre}</span>
    </Boton>
  );
}
