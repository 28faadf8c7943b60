package auth

// MaxVerificados is how many verified tokens are remembered.
const MaxVerificados = maxVerificados

// Recordados counts those that v remembers.
func Recordados(v Verificador) int { return v.(*verificador).verificados.lru.Len() }

// Protegida is protegida.
var Protegida = protegida
