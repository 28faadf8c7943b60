package carpeta

// Len is how many are known.
func (k *Conocidas) Len() int { return k.de.Len() }

// Guardar keeps one.
func (k *Conocidas) Guardar(c Carpeta) { k.guardar(c) }
