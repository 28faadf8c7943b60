import { useApolloClient } from '@apollo/client/react';
import { toFalla } from '@carpeta-ciudadana/cliente';
import type { DetalleDeDocumento } from '@carpeta-ciudadana/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { EnlaceVerificableDocument } from '../../shared/generado/graphql';
import { useTextosDe } from '../../shared/i18n/i18n';
import { Boton } from '../../shared/ui/boton';
import { Casilla } from '../../shared/ui/casilla';
import { Dialogo } from '../../shared/ui/dialogo';
import { Aviso } from '../../shared/ui/estado';
import { guardarBlob } from '../../shared/ui/guardar-archivo';
import { textos as deDetalle } from './textos';
import { traer } from './traer';

/** Saves a document as a file that anybody can check; the person chooses whether it names them. */
export function Probado({ documento, cerrar }: { documento: DetalleDeDocumento; cerrar: () => void }) {
  const { probado: textos } = useTextosDe(deDetalle);
  const { id, nombreArchivo, titulo } = documento;
  const apollo = useApolloClient();
  const [mostrarTitular, setMostrarTitular] = useState(false);
  const [trayendo, setTrayendo] = useState<'archivo' | 'prueba'>();
  const [guardado, setGuardado] = useState<string>();
  const [falla, setFalla] = useState<Aviso>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const get = async () => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setFalla(undefined);
    setGuardado(undefined);
    setTrayendo('archivo');
    try {
      const { data } = await apollo.query({ query: EnlaceVerificableDocument, variables: { id, mostrarTitular }, fetchPolicy: 'no-cache' });
      const url = data?.node?.__typename === 'Documento' ? data.node.urlVerificable : null;
      const traido = url ? await traer(url, signal, () => setTrayendo('prueba')) : 'rechazado';
      if (signal.aborted) return;
      if (typeof traido === 'string') return setFalla({ mensaje: textos.noBajo[traido] });
      const nombre = `${(nombreArchivo ?? titulo).replace(/(.)\.[^.]*$/, '$1')}.verificable.zip`;
      guardarBlob(nombre, traido);
      setGuardado(nombre);
    } catch (cause) {
      setFalla(toFalla(cause));
    } finally {
      setTrayendo(undefined);
    }
  };

  return (
    <Dialogo
      lateral
      titulo={textos.titulo}
      cancelar={cerrar}
      botones={
        <>
          <Boton onPress={cerrar}>{guardado ? textos.cerrar : textos.cancelar}</Boton>
          <Boton clase="principal" ocupado={Boolean(trayendo)} onPress={() => void get()}>
            {textos.descargar}
          </Boton>
        </>
      }
    >
      <p>{textos.intro}</p>
      <p className="detalle">{textos.estado}</p>
      <Casilla nombre={textos.nombre} valor={mostrarTitular} cambiar={setMostrarTitular} ayuda={textos.siempre} />
      <p role="status">{trayendo ? textos.trayendo[trayendo] : guardado && textos.guardado(guardado)}</p>
      {guardado && (
        <Link className="enlace" href="/verificar">
          {textos.comprobar}
        </Link>
      )}
      {falla && <Aviso falla={falla} />}
    </Dialogo>
  );
}
