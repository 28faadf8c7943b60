package verificable

import (
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// Resultado is what a file is worth.
type Resultado string

// The results, from the strongest on: the first that holds is reported.
const (
	EmisorDesconocido Resultado = "EMISOR_DESCONOCIDO" // nobody who is trusted signed it
	LlaveRevocada     Resultado = "LLAVE_REVOCADA"     // the key was revoked before the document was received
	Retirado          Resultado = "RETIRADO"           // the issuer revoked it, or replaced it by another
	Vencido           Resultado = "VENCIDO"            // its last day has passed
	AunNoVigente      Resultado = "AUN_NO_VIGENTE"     // its first day is to come
	SinEstado         Resultado = "SIN_ESTADO"         // signed and whole; whether it was taken back, the file cannot tell
	SinLista          Resultado = "SIN_LISTA"          // signed and whole; whether it was taken back, its status list tells
	Valido            Resultado = "VALIDO"             // on the day of Informe.SabidoEn, by the status list
)

// Opciones are what a file is verified with beside the trust.
type Opciones struct {
	Ahora time.Time
	Lista []byte // token of the status list that the file names; without it no file is Valido
}

// Informe is what was found.
type Informe struct {
	Resultado Resultado
	Emisor    Entidad // as the trust names it; empty if it is not known
	Llave     string  // thumbprint of the key that signed
	FirmadaEn time.Time
	Declaracion
	Persona *Titular // nil if the file does not disclose it

	RecibidaEn time.Time // as the log keeps it; zero without proof
	Registro   string    // the name of the log
	Entrada    int64     // in the log
	SabidoEn   time.Time // of the status list: whether it was taken back was so then; zero without the list
	Estado     *Estado   // where its status is to be had
	ConLista   bool      // the status list was looked at

	Archivo Documento

	zona *time.Location
}

// Verificar reads a file, and says what it is worth to somebody who trusts c. The error is a *Rechazo if the file proves
// nothing. Nothing is asked of anybody: what it needs is in the arguments.
func Verificar(r io.ReaderAt, tamano int64, c Confianza, o Opciones) (Informe, error) {
	a, err := abrir(r, tamano)
	if err != nil {
		return Informe{}, err
	}
	i, s, err := a.firmado()
	if err != nil {
		return Informe{}, err
	}
	if err := a.comprobarBytes(i.HashDocumento); err != nil {
		return Informe{}, err
	}
	i.Archivo, i.zona = a.documento, c.zona()
	sellador := ""
	if s != nil {
		sellador = s.EntidadID
	}
	emisor, llave, ok := c.emisor(i.Llave, sellador)
	if !ok {
		i.Resultado = EmisorDesconocido
		return i, nil
	}
	i.Emisor = emisor
	if desde := emisor.EmisionDesde; s == nil && desde != nil && !i.FirmadaEn.Before(*desde) {
		return Informe{}, rechazo(SinEmision, "signed at %s, and every document that %s signed since %s has a sealed fact",
			i.FirmadaEn.Format(time.RFC3339), emisor.EntidadID, desde.Format(time.RFC3339))
	}
	if s != nil {
		if err := a.sellado(s, &i, c); err != nil {
			return Informe{}, err
		}
	}
	retirado, err := i.mirarLista(s, c, o)
	if err != nil {
		return Informe{}, err
	}
	i.Resultado = i.resultado(llave, retirado, o.Ahora)
	return i, nil
}

// firmado verifies everything that needs no trust: the parts belong together.
func (a abierto) firmado() (i Informe, s *sellada, err error) {
	declaracion, firma := a.partes[parteDeclaracion], string(a.partes[parteFirma])
	if i.Declaracion, err = LeerDeclaracion(declaracion); err != nil {
		return i, nil, rechazo(DeclaracionMala, "%v", err)
	}
	llave, err := auth.ParsePublicKey(a.partes[parteLlave])
	if err != nil || llave.JSON() != string(a.partes[parteLlave]) {
		return i, nil, rechazo(LlaveMala, "llave.json is not a public JWK in its one form")
	}
	jws, err := auth.ParseDetached(firma)
	if err != nil || jws.KeyID != llave.ID || !jws.Verify(llave, declaracion) {
		return i, nil, rechazo(FirmaMala, "the key of llave.json did not sign this statement")
	}
	i.Llave, i.FirmadaEn = llave.Huella(), jws.SignedAt
	if err := a.titular(&i); err != nil {
		return i, nil, err
	}
	if t := a.partes[parteEstado]; t != nil {
		e, err := LeerEstado(t)
		if err != nil {
			return i, nil, rechazo(EstadoMalo, "%v", err)
		}
		i.Estado = &e
	}
	s, err = a.emision(i)
	return i, s, err
}

func (a abierto) titular(i *Informe) error {
	text := a.partes[parteTitular]
	if text == nil {
		return nil
	}
	t, err := LeerTitular(text)
	if err != nil {
		return rechazo(TitularMalo, "%v", err)
	}
	if i.Version != 2 || t.Sello() != i.Titular {
		return rechazo(TitularMalo, "the statement does not bind this person")
	}
	i.Persona = &t
	return nil
}

// emision reads the sealed fact: it has to be of this statement, this key and this status. So nobody takes the reference
// to the status list out, or gives a document that of another.
func (a abierto) emision(i Informe) (*sellada, error) {
	referencia := ""
	if i.Estado != nil {
		referencia = i.Estado.Referencia()
	}
	text := a.partes[parteEmision]
	if text == nil {
		if referencia != "" {
			return nil, rechazo(EstadoMalo, "a status that no sealed fact names")
		}
		return nil, nil
	}
	s, err := leerEmision(text)
	switch {
	case err != nil:
		return nil, rechazo(EmisionMala, "%v", err)
	case s.Resumen != Resumen(a.partes[parteDeclaracion], string(a.partes[parteFirma])):
		return nil, rechazo(EmisionMala, "the sealed fact is of another statement or signature")
	case s.Huella != i.Llave:
		return nil, rechazo(EmisionMala, "the sealed fact is of another key")
	case s.Estado != referencia:
		return nil, rechazo(EstadoMalo, "the sealed fact has the status %q, the file %q", s.Estado, referencia)
	}
	return &s, nil
}

func (a abierto) sellado(s *sellada, i *Informe, c Confianza) error {
	if err := s.probar(a.partes[parteEmision], a.partes[partePrueba], c); err != nil {
		return rechazo(PruebaMala, "%v", err)
	}
	if s.EntidadID != i.Emisor.EntidadID {
		return rechazo(EmisionMala, "the sealed fact is of the issuer %s, the key of %s", s.EntidadID, i.Emisor.EntidadID)
	}
	i.RecibidaEn, i.Registro, i.Entrada = s.recibida, s.origen, s.numero
	return nil
}

// mirarLista looks the document up in the status list, if there is one.
func (i *Informe) mirarLista(s *sellada, c Confianza, o Opciones) (retirado bool, err error) {
	if o.Lista == nil {
		return false, nil
	}
	if i.Estado == nil {
		return false, rechazo(ListaMala, "the file names no status list")
	}
	l, err := LeerLista(o.Lista, c.delAnfitrion(i.Registro))
	switch {
	case err != nil:
		return false, rechazo(ListaMala, "%v", err)
	case rutaDe(l.URI) != i.Estado.Ruta():
		return false, rechazo(ListaMala, "the list is %s, the file names %s", l.URI, i.Estado.URI)
	case l.Emitida.After(o.Ahora.Add(auth.Leeway)):
		return false, rechazo(ListaMala, "the list is of %s, which is to come", l.Emitida.Format(time.RFC3339))
	case !o.Ahora.Before(l.Expira):
		return false, rechazo(ListaMala, "the list expired at %s: fetch a newer one", l.Expira.Format(time.RFC3339))
	case l.Emitida.Before(s.recibida.Truncate(time.Second)):
		return false, rechazo(ListaMala, "the list is of %s, before the document was received: fetch a newer one", l.Emitida.Format(time.RFC3339))
	}
	i.ConLista, i.SabidoEn = true, l.Emitida
	return l.Retirada(i.Estado.Idx), nil
}

func (i Informe) resultado(llave LlaveEmisora, retirado bool, ahora time.Time) Resultado {
	dia := i.Vigencia.El(Dia(ahora, i.zona))
	revocada := llave.RevocadaDesde
	switch {
	case revocada != nil && (i.RecibidaEn.IsZero() || !i.RecibidaEn.Before(*revocada)):
		return LlaveRevocada
	case retirado:
		return Retirado
	case dia != "":
		return dia
	case i.Estado == nil:
		return SinEstado
	case !i.ConLista:
		return SinLista
	}
	return Valido
}
