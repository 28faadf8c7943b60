import { useTiposDeDocumento } from '@carpeta-ciudadana/react';
import { useState, type ReactNode } from 'react';
import { Boton, EnlaceBoton } from '../../shared/ui/boton';
import { CampoTexto, CampoTipo } from '../../shared/ui/campos';
import { Datos } from '../../shared/ui/datos';
import { Dialogo } from '../../shared/ui/dialogo';
import { Emergente } from '../../shared/ui/emergente';
import { Aviso, Cargando, Esqueleto, Nota, Vacio } from '../../shared/ui/estado';
import { Etiqueta } from '../../shared/ui/etiqueta';
import { Icono, IconoDeTipo } from '../../shared/ui/icono';
import { Pagina } from '../../shared/ui/pagina';
import { Pasos } from '../../shared/ui/pasos';
import { Renglon } from '../../shared/ui/renglon';
import { Tabla } from '../../shared/ui/tabla';

const LARGO = 'Certificado de tradición y libertad del inmueble ubicado en la carrera 43A número 1 sur 50, apartamento 1204, torre norte, Medellín';
const nada = () => {};

/** Every component of the design system in its states: for those who build screens. Only in the demonstration; in Spanish. */
export function ComponentesPage() {
  const [dialogo, setDialogo] = useState<'pregunta' | 'lateral'>();
  const { tipos = [] } = useTiposDeDocumento();
  return (
    <Pagina titulo="Componentes" accion={<Boton clase="principal">Acción principal</Boton>}>
      <Parte titulo="Botones">
        <div className="botones">
          <Boton>Corriente</Boton>
          <Boton clase="cuidado">
            <Icono nombre="papelera" chico />
            Cuidado
          </Boton>
          <Boton clase="peligro">Peligro</Boton>
          <Boton clase="discreto">Discreto</Boton>
          <Boton isDisabled>Inactivo</Boton>
          <Boton ocupado>Ocupado</Boton>
          <EnlaceBoton href="/">Enlace</EnlaceBoton>
        </div>
      </Parte>
      <Parte titulo="Campos">
        <div className="en-fila">
          <CampoTexto nombre="Título" valor="Diploma" cambiar={nada} maximo={200} />
          <CampoTexto nombre="Con una falta" valor="" cambiar={nada} maximo={200} falta="Escriba un título." requerido />
          <CampoTipo nombre="Tipo" valor="DIPLOMA" cambiar={nada} />
        </div>
      </Parte>
      <Parte titulo="Etiquetas">
        <div className="botones">
          <Etiqueta>Neutra</Etiqueta>
          <Etiqueta tono="bien" icono="bien">
            Bien
          </Etiqueta>
          <Etiqueta tono="cuidado" icono="reloj">
            Cuidado
          </Etiqueta>
          <Etiqueta tono="peligro">Peligro</Etiqueta>
        </div>
      </Parte>
      <Parte titulo="Notas">
        <Nota>Algo que conviene saber.</Nota>
        <Nota tono="bien" icono="sello">
          Firmado por Universidad de Antioquia el 3 de mayo de 2026. La firma es válida.
        </Nota>
        <Nota tono="cuidado" icono="reloj">
          Otra persona debe aprobarlo.
        </Nota>
        <Aviso falla={{ mensaje: 'No se pudo guardar.', recuperacion: 'Intente de nuevo.' }} reintentar={nada} />
      </Parte>
      <Parte titulo="Renglones e iconos">
        <ul className="lista">
          {tipos.map((tipo, i) => (
            <li key={tipo.codigo} className="fila">
              <Renglon icono={<IconoDeTipo tipo={tipo} />} titulo={i === 1 ? LARGO : tipo.nombre} sub="Lo subió usted" lados={[tipo.nombre, '3 may 2026']} />
            </li>
          ))}
        </ul>
      </Parte>
      <Parte titulo="Tabla">
        <Tabla titulo="Accesos" columnas={['Cuándo', 'Quién', 'Qué hizo']} filas={[{ clave: '1', celdas: ['3 may 2026', 'Universidad de Antioquia', 'Vio el documento'] }, { clave: '2', celdas: ['4 may 2026', 'Usted', 'Descargó el documento'] }]} />
      </Parte>
      <Parte titulo="Datos">
        <Datos filas={[['Tipo', 'Diploma'], ['Título', LARGO], ['Vacío, no se muestra', '']]} />
      </Parte>
      <Parte titulo="Pasos">
        <Pasos titulo="Borrado" pasos={['Pedido', 'Se borra el archivo', 'Se borran los datos']} actual={1} />
      </Parte>
      <Parte titulo="Vacío, en camino">
        <Vacio titulo="Su carpeta está vacía" icono="carpeta">
          <p>Qué habría aquí, y cómo empezar.</p>
        </Vacio>
        <Esqueleto filas={2} />
        <Cargando />
      </Parte>
      <Parte titulo="Diálogos">
        <div className="botones">
          <Boton onPress={() => setDialogo('pregunta')}>Abrir una pregunta</Boton>
          <Boton onPress={() => setDialogo('lateral')}>Abrir una hoja lateral</Boton>
        </div>
      </Parte>
      {dialogo && (
        <Dialogo
          titulo="¿Mover a la papelera?"
          lateral={dialogo === 'lateral'}
          cancelar={() => setDialogo(undefined)}
          botones={
            <>
              <Boton autoFocus onPress={() => setDialogo(undefined)}>
                Cancelar
              </Boton>
              <Boton clase="peligro" onPress={() => setDialogo(undefined)}>
                Mover
              </Boton>
            </>
          }
        >
          <p>{LARGO}</p>
        </Dialogo>
      )}
      <Emergente titulo="Lo que puede deshacer">
        <p>
          <span>«Diploma» está en la papelera.</span>
          <Boton>Deshacer</Boton>
        </p>
      </Emergente>
    </Pagina>
  );
}

function Parte({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <section>
      <h2>{titulo}</h2>
      {children}
    </section>
  );
}
