package archivado

// Acotar makes parts and pages smaller, so that a test need not write 8,192 events.
func (a *Archivador) Acotar(porParte, objetos int) { a.porParte, a.maxObjetos = porParte, objetos }

// Espera is how long after its end a day is archived.
const Espera = espera
