package archivado

import "github.com/carpeta-ciudadana/servidor/internal/auditoria"

// Acotar makes parts and pages smaller, so that a test need not write 8,192 events.
func (a *Archivador) Acotar(porParte, objetos int) { a.porParte, a.maxObjetos = porParte, objetos }

// Espera is how long after its end a day is archived.
const Espera = espera

// OpenPart opens a part of these events as a walk does, and reads some of them. It weighs so much.
func OpenPart(es []auditoria.Evento, read int) (weight int, closes func(), err error) {
	datos, err := comprimir(es)
	if err != nil {
		return 0, nil, err
	}
	l, err := lectorDe(parte{Eventos: len(es), SHA256: suma(datos)}, datos)
	if err != nil {
		return 0, nil, err
	}
	err = l.leer(func(auditoria.Evento) bool { read--; return read > 0 })
	return l.pesa, l.cerrar, err
}
