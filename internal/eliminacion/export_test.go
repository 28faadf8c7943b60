package eliminacion

// MensajeDe is what a citizen reads of a failed step.
var MensajeDe = mensajeDe
