package budget

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// errorOf is the error for a limit that is full; nil if none is. kib is the limit of a subject.
func errorOf(full quota.Fullness, kib int, ofSubject func(kib int) *fault.Error, ofAll func() *fault.Error) *fault.Error {
	switch full {
	case quota.FullOfSubject:
		return ofSubject(kib)
	case quota.FullOfAll:
		return ofAll()
	default:
		return nil
	}
}

func overdrawn(s quota.Status, price int, wait time.Duration) *fault.Error {
	return fault.Newf(fault.RateLimited, "La operación cuesta %d y le quedan %d de %d.", price, s.Remaining, s.Limit).
		WithEspera(wait).WithRecuperacion("Espere los segundos que dice Retry-After o pida menos por operación.")
}

func busy() *fault.Error {
	return fault.New(fault.RateLimited, "Hay demasiadas solicitudes suyas a la vez.").
		WithEspera(time.Second).WithRecuperacion("Espere a que terminen las anteriores.")
}

func tooManyConnections(most int) *fault.Error {
	return fault.Newf(fault.RateLimited, "Ya tiene %d conexiones abiertas.", most).
		WithEspera(time.Minute).WithRecuperacion("Cierre las que no usa; una conexión lleva muchas suscripciones.")
}

func unread(wait time.Duration) *fault.Error {
	return fault.New(fault.RateLimited, "Se rechazaron demasiadas solicitudes suyas; esta no se leyó.").
		WithEspera(wait).WithRecuperacion("Corrija lo que dicen los errores anteriores y espere los segundos que dice Retry-After.")
}

func keepsTooMuch(kib int) *fault.Error {
	return fault.Newf(fault.RateLimited, "Sus suscripciones ocupan más de %d KiB.", kib).
		WithEspera(time.Minute).WithRecuperacion("Cierre las que no usa, o envíe documentos y variables más pequeños.")
}

func allKeepTooMuch() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor no puede guardar más suscripciones ahora.").
		WithEspera(5 * time.Second).WithRecuperacion("Suscríbase de nuevo en unos segundos.")
}

func readsTooMuch(kib int) *fault.Error {
	return fault.Newf(fault.RateLimited, "Sus solicitudes en curso ocupan más de %d KiB.", kib).
		WithEspera(time.Second).WithRecuperacion("Envíelas una por una, o más pequeñas.")
}

func allReadTooMuch() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor no puede leer más solicitudes grandes ahora.").
		WithEspera(5 * time.Second).WithRecuperacion("Intente de nuevo en unos segundos.")
}

func tooManySearches() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor busca para demasiados a la vez.").
		WithEspera(5 * time.Second).WithRecuperacion("Intente de nuevo en unos segundos.")
}

func answersTooMuch(kib int) *fault.Error {
	return fault.Newf(fault.RateLimited, "Sus respuestas sin leer ocupan más de %d KiB.", kib).
		WithEspera(time.Second).WithRecuperacion("Lea las anteriores, o pida páginas más pequeñas.")
}

func allAnswersTooMuch() *fault.Error {
	return fault.New(fault.Unavailable, "El servidor no puede guardar más respuestas grandes ahora.").
		WithEspera(5 * time.Second).WithRecuperacion("Intente de nuevo en unos segundos, o pida páginas más pequeñas.")
}
