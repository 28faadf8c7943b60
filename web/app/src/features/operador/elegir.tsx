import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { CampoTexto } from '../../shared/ui/campos';
import { useDeQuien, usePuesto } from './puesto';
import { textos as deOperador } from './textos';

/** For auditors: whose work they look at. */
export function ElegirOperador() {
  const { elegir: textos } = useTextosDe(deOperador);
  const { operador, elegir } = usePuesto();
  const { elige } = useDeQuien();
  const [escrito, setEscrito] = useState(operador);
  const [vacio, setVacio] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (vacio) form.current?.querySelector('input')?.focus();
  }, [vacio]);
  if (!elige) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setVacio(escrito.trim() === '');
    if (escrito.trim() !== '') elegir(escrito.trim());
  };
  return (
    <form ref={form} className="formulario" role="search" aria-label={textos.titulo} onSubmit={submit} noValidate>
      <CampoTexto nombre={textos.operador} valor={escrito} cambiar={setEscrito} maximo={128} falta={vacio ? textos.falta : undefined} />
      <Boton type="submit" clase="principal">
        {textos.ver}
      </Boton>
    </form>
  );
}
