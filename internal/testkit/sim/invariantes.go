package sim

import (
	"cmp"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// viva reports whether something is still to happen to a saga; one that failed
// past its pivot waits for an operador.
func (s *saga) viva() bool { return !s.Estado.Terminal() || s.fallidaMeta() }

func (s *saga) fallidaMeta() bool {
	return s.Estado == eliminacion.Fallida && s.Paso == eliminacion.MetadataCleanup
}

// alIniciar checks a request that was stored.
func (m *mundo) alIniciar(p *proceso, previo documento.Documento, s *saga) {
	if m.traza != nil {
		m.anotar(p, "[store] %s begins: %s/%s, document %s", m.corto(s.EventoID), s.Estado, s.Paso, m.corto(s.DocumentoID))
	}
	if previo.Estado != documento.Procesado {
		m.violar("a deletion locked a document that is %s", previo.Estado)
	}
	if previo.Certificado != (s.Paso == eliminacion.Aprobacion) {
		m.violar("a deletion of a document that is certified (%v) began with %s", previo.Certificado, s.Paso)
	}
	if s.NoAntesDe.IsZero() {
		m.violar("a new deletion is not due")
	}
}

// alGuardar checks a change that was stored.
func (m *mundo) alGuardar(p *proceso, s *saga, antes eliminacion.Eliminacion) {
	if m.traza != nil {
		m.anotar(p, "[store] %s#%d: %s/%s, was %s/%s", m.corto(s.EventoID), s.Secuencia, s.Estado, s.Paso, antes.Estado, antes.Paso)
	}
	if s.Secuencia != antes.Secuencia+1 {
		m.violar("secuencia went from %d to %d", antes.Secuencia, s.Secuencia)
	}
	if s.Estado.Terminal() == !s.NoAntesDe.IsZero() {
		m.violar("%s/%s with something due %v", s.Estado, s.Paso, s.NoAntesDe)
	}
	if antes.Estado.Terminal() && antes.Paso != eliminacion.MetadataCleanup {
		m.violar("%s went on to %s/%s", antes.Estado, s.Estado, s.Paso)
	}
	m.conMotivo(s, antes)
	m.conPermiso(s, antes)
	m.entero(s)
}

// entero checks that the document is what the saga says of it.
func (m *mundo) entero(s *saga) {
	d, hay := m.documentos[s.DocumentoID]
	archivo := m.archivos[s.StoragePath]
	switch {
	case s.Estado == eliminacion.Completada:
		if hay {
			m.violar("COMPLETADA, and the metadata are there")
		}
	case s.viva():
		if !hay || d.EliminacionID != s.EventoID {
			m.violar("a deletion under way does not lock its document")
		}
	default: // given back
		if !hay || d.EliminacionID == s.EventoID {
			m.violar("%s/%s did not give the document back", s.Estado, s.Paso)
		}
		if s.Estado == eliminacion.Cancelada && archivo.versiones != s.intactas {
			m.violar("a cancelled deletion erased %d versions of the file", s.intactas-archivo.versiones)
		}
		if archivo.versiones == 0 {
			m.violar("%s/%s gave back a document without a file", s.Estado, s.Paso)
		}
	}
}

// conMotivo: a step fails because its store refused for good, or because it was
// delivered too often; never for what happened to another step.
func (m *mundo) conMotivo(s *saga, antes eliminacion.Eliminacion) {
	cede := s.Estado == eliminacion.Fallida && antes.Estado == eliminacion.Iniciada || s.Estado == eliminacion.Compensando && antes.Estado == eliminacion.Iniciada
	if !cede || antes.Paso == eliminacion.MinioCleanup && m.archivos[s.StoragePath].negado {
		return
	}
	if antes.Entregas <= m.plan.plazos.MaxEntregas {
		m.violar("%s/%s was given up after %d deliveries", antes.Estado, antes.Paso, antes.Entregas)
	}
	if m.sinRuido() && m.oficina.publicadas[s.EventoID] < m.plan.plazos.MaxEntregas {
		m.violar("%s/%s was given up after %d messages that the broker took", antes.Estado, antes.Paso, m.oficina.publicadas[s.EventoID])
	}
}

// sinRuido: with these faults a lease may stay counted that led to no message.
func (m *mundo) sinRuido() bool {
	for _, f := range []Falla{AlmacenRechaza, AlmacenChoca, AlmacenCalla, AlmacenRepite, AlmacenTarda, AlmacenCaido, ProcesoMuere, ProcesoPausa} {
		if m.ocurrido[f] > 0 {
			return false
		}
	}
	return true
}

// alArrendar: only what is due is leased, so nobody has a lease of it.
func (m *mundo) alArrendar(p *proceso, s *saga) {
	if s.NoAntesDe.After(p.ahora()) {
		m.violar("a command was leased that is leased until %v", s.NoAntesDe.Sub(epoca))
	}
}

// alBorrarMetadato: the last thing that goes.
func (m *mundo) alBorrarMetadato(d documento.Documento) {
	if n := m.archivos[d.StoragePath].versiones; n > 0 {
		m.violar("metadata gone with %d versions of the file left", n)
	}
	if !m.pedidas[d.DocumentoID] {
		m.violar("a document is gone that nobody asked to delete")
	}
	if d.Certificado && m.sagas[d.EliminacionID].sinAprobar() {
		m.violar("a certified document is gone, and nobody approved it")
	}
	m.contados()
}

func (m *mundo) contados() {
	n := map[string]int64{}
	for _, d := range m.documentos {
		n[d.CarpetaID]++
	}
	for id, c := range m.carpetas {
		if c.TotalDocumentos != n[id] {
			m.violar("a carpeta counts %d documents and has %d", c.TotalDocumentos, n[id])
		}
	}
}

// alBorrarVersion: a file is erased only while a deletion past its undo window, or
// approved, locks its document.
func (m *mundo) alBorrarVersion(nombre string) {
	if m.traza != nil {
		m.anotar(nil, "[objects] a version of %s is erased", m.corto(nombre))
	}
	for _, d := range m.documentos {
		if d.StoragePath != nombre {
			continue
		}
		s, hay := m.sagas[d.EliminacionID]
		if !hay || s.Paso == eliminacion.Espera || s.Estado == eliminacion.Cancelada || s.sinAprobar() {
			m.violar("a file is erased whose document is %s", d.Estado)
		}
	}
}

// alFinal checks the world after everything came to rest.
func (m *mundo) alFinal() {
	if m.fallo != "" {
		return
	}
	for _, s := range m.orden {
		if s.viva() {
			m.violar("%s/%s is not at an end after %v without faults", s.Estado, s.Paso, m.ahora-m.plan.caos)
		}
	}
	for _, s := range m.gente {
		if s.atrasado() {
			m.violar("a subscriber of %s was not told the end", cmp.Or(s.eventoID, s.carpetaID))
		}
	}
	for _, k := range m.claves {
		m.comprobar(k)
	}
	m.contados()
}

// comprobar: a document is there whole, or gone whole by a deletion that says so.
func (m *mundo) comprobar(k documento.Clave) {
	d, hay := m.documentos[k.DocumentoID]
	versiones := m.archivos[k.CarpetaID+"/"+k.DocumentoID].versiones
	completadas := 0
	for _, s := range m.orden {
		if s.DocumentoID == k.DocumentoID && s.Estado == eliminacion.Completada {
			completadas++
		}
	}
	switch {
	case !hay && (completadas != 1 || versiones > 0):
		m.violar("document gone, with %d deletions completed and %d versions of the file", completadas, versiones)
	case hay && (d.Estado != documento.Procesado || versiones == 0 || completadas > 0):
		m.violar("document %s at the end, with %d versions of the file", d.Estado, versiones)
	}
}

// violar ends the run: an invariant does not hold.
func (m *mundo) violar(formato string, args ...any) {
	if m.fallo == "" {
		m.fallo = fmt.Sprintf(formato, args...)
		m.anotar(nil, "VIOLATED: %s", m.fallo)
	}
}
