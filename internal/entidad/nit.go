package entidad

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// formaNIT is the one form in which the registry keeps a NIT: the number as the DIAN assigns it, a hyphen, and the check
// digit. Without the hyphen nobody could tell whether the last digit is of the number. A zero in front would be a second
// form of the same NIT.
var formaNIT = regexp.MustCompile(`^([1-9][0-9]{5,14})-([0-9])$`)

// pesosNIT are the weights of the digits, from the last one on. They and the rule behind them are of the DIAN's
// Orden Administrativa 4 of 27 October 1989.
var pesosNIT = [...]int{3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71}

// digitoDeVerificacion is the check digit of a number.
func digitoDeVerificacion(numero string) byte {
	suma := 0
	for i := range len(numero) {
		suma += int(numero[len(numero)-1-i]-'0') * pesosNIT[i]
	}
	resto := suma % 11
	if resto > 1 {
		resto = 11 - resto
	}
	return byte('0' + resto)
}

// leerNIT brings a NIT that people write, 900.123.456-8 for one, into its form, and adds to a refusal what is wrong with it.
func leerNIT(escrito string, mal *fault.Error) (string, *fault.Error) {
	nit := strings.Map(func(r rune) rune {
		if r == '.' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, escrito)
	partes := formaNIT.FindStringSubmatch(nit)
	switch {
	case partes == nil:
		mal = mal.WithCampo("nit", "El número de 6 a 15 dígitos, un guion y el dígito de verificación, como 900123456-8. Los puntos no importan.")
	case digitoDeVerificacion(partes[1]) != partes[2][0]:
		mal = mal.WithCampo("nit", "El dígito de verificación no es el de ese número: copie el NIT del RUT de la entidad.")
	}
	return nit, mal
}
