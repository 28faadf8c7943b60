package semilla

// SampleOperadores serve carpetas for which nobody is named.
var SampleOperadores = sampleOperadores
