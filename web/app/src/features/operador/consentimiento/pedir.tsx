import { useMutation } from '@apollo/client/react';
import { toFalla, type Falla } from '@carpeta-ciudadana/cliente';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { hoy } from '../../../shared/hoy';
import { useTextosDe } from '../../../shared/i18n/i18n';
import { useAnnounce } from '../../../shared/ui/announcer';
import { Boton } from '../../../shared/ui/boton';
import { CampoLista, CampoTexto } from '../../../shared/ui/campos';
import { Fallo } from '../fallo';
import { SolicitarDocument } from '../generado/graphql';
import { useTramites } from './filtros';
import { numeroPropuesto, sirveNumero } from './solicitud';
import { textos as deConsentimiento } from './textos';

/** Asks a citizen for the documents of a procedure. Whether they have a folder is told to nobody. */
export function Pedir({ hecho }: { hecho: () => void }) {
  const textos = useTextosDe(deConsentimiento);
  const { pedir } = textos;
  const announce = useAnnounce();
  const tramites = useTramites();
  const [tramite, setTramite] = useState('');
  const [ciudadanoId, setCiudadano] = useState('');
  const [numeroInterno, setNumero] = useState(() => numeroPropuesto(hoy()));
  const [faltas, setFaltas] = useState<Partial<Record<'tramite' | 'ciudadanoId' | 'numeroInterno', string>>>({});
  const [falla, setFalla] = useState<Falla>();
  const [ask, { loading }] = useMutation(SolicitarDocument);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faltas]);

  const send = async () => {
    const { data } = await ask({ variables: { input: { tramite, ciudadanoId: ciudadanoId.trim(), numeroInterno } } });
    const { solicitud, errores = [] } = data?.solicitarDocumentos ?? {};
    setFalla(solicitud ? undefined : (errores[0] ?? toFalla(undefined)));
    if (!solicitud) return;
    announce(pedir.hecho(numeroInterno));
    setCiudadano('');
    setNumero(numeroPropuesto(hoy()));
    hecho();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const wrong = {
      ...(tramite === '' && { tramite: pedir.faltaTramite }),
      ...(ciudadanoId.trim() === '' && { ciudadanoId: pedir.faltaCiudadano }),
      ...(!sirveNumero(numeroInterno) && { numeroInterno: pedir.faltaNumero }),
    };
    setFaltas(wrong);
    if (Object.keys(wrong).length === 0) send().catch((cause: unknown) => setFalla(toFalla(cause)));
  };
  const elegido = tramites?.find(({ codigo }) => codigo === tramite);
  return (
    <section>
      <h2>{pedir.titulo}</h2>
      {tramites?.length === 0 ? (
        <p>{pedir.sinTramites}</p>
      ) : (
        <form ref={form} className="formulario" aria-label={pedir.titulo} onSubmit={submit} noValidate>
          <CampoLista
            nombre={textos.tramite}
            valor={tramite}
            cambiar={setTramite}
            vacio={pedir.tramites}
            opciones={(tramites ?? []).map(({ codigo, nombre }) => [codigo, nombre])}
            falta={faltas.tramite}
          />
          {elegido && (
            <p className="detalle">
              {elegido.finalidad} {pedir.pide(elegido.requisitos.map(({ nombre, opcional }) => (opcional ? textos.solicitudes.opcional(nombre) : nombre)).join(', '))}
            </p>
          )}
          <CampoTexto nombre={textos.ciudadano} valor={ciudadanoId} cambiar={setCiudadano} maximo={40} falta={faltas.ciudadanoId} />
          <CampoTexto nombre={textos.numero} valor={numeroInterno} cambiar={setNumero} maximo={40} falta={faltas.numeroInterno} />
          <p className="detalle">{pedir.numeroAyuda}</p>
          {falla && <Fallo falla={falla} />}
          <Boton type="submit" clase="principal" ocupado={loading}>
            {pedir.boton}
          </Boton>
        </form>
      )}
    </section>
  );
}
