package model

import (
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
)

// EntidadQuePide is an entity of a request or an authorisation, as it was then.
type EntidadQuePide struct{ EntidadID, Nombre, Nit string }

// RequisitoPedido is a requirement of a request. Its resolvers read what stands for it.
type RequisitoPedido struct {
	Requisito tramite.VistaDeRequisito
	Pedido    consentimiento.Pedido
	De        *consentimiento.Solicitud
}

// DocumentoAutorizado is a document of an authorisation. Its resolvers read the document.
type DocumentoAutorizado struct {
	Requisito                  tramite.VistaDeRequisito
	DocumentoID, HashDocumento string
	Autorizado                 consentimiento.Autorizado
	CarpetaID                  string
}
