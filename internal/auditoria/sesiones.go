package auditoria

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Sesiones writes down who comes with a new token, and whose token, or whose wish, is refused. nil writes
// nothing down. Make it with NewSesiones.
type Sesiones struct {
	cfg    ConfigSesiones
	vistas *lru.Cache[auth.Thumbprint, struct{}]
	vuelos batch.Shared[struct{}]
}

// ConfigSesiones has the parts of Sesiones; all are required.
type ConfigSesiones struct {
	Lecturas *Lecturas // who comes is written as a look is: before the answer, or after it
	Rastro   interface {
		Eventos(ctx context.Context, c Consulta) ([]Evento, error)
	}
	// CarpetaDe is the carpeta of a citizen and its operador, or NOT_FOUND.
	CarpetaDe func(ctx context.Context, ciudadanoID string) (carpetaID, operadorID string, err error)
	// Rechazos writes refusals into the trail, together and later: a refused caller keeps nobody waiting.
	Rechazos *Muestreo
}

// maxVistas are the tokens that a process remembers to have seen: 16 bytes each, and as much again
// ten times around them. One that it forgets it finds in the trail.
const maxVistas = 1 << 14

// plazoSesion is how long the first use of a token may take to be written.
const plazoSesion = 8 * time.Second

// NewSesiones makes it.
func NewSesiones(cfg ConfigSesiones) *Sesiones {
	vistas, _ := lru.New[auth.Thumbprint, struct{}](maxVistas) // fails for a size of 0 only
	return &Sesiones{cfg: cfg, vistas: vistas}
}

// RecursoToken is the kind of a token in the trail. Its id is a hash, of which nobody makes a token.
const RecursoToken = "token"

// Iniciada writes the first use of a token down, before it is answered; UNAVAILABLE if that fails.
// Each later use costs a look at a table.
func (s *Sesiones) Iniciada(ctx context.Context, quien auth.Principal) error {
	if s == nil {
		return nil
	}
	if _, vista := s.vistas.Get(quien.Thumbprint); vista {
		return nil
	}
	return s.esperar(ctx, quien)
}

// esperar waits for the event: one, however many requests begin at once.
func (s *Sesiones) esperar(ctx context.Context, quien auth.Principal) error {
	_, err := s.vuelos.Do(ctx, string(quien.Thumbprint[:]), func(ctx context.Context) (struct{}, error) {
		ctx, cancel := context.WithTimeout(ctx, plazoSesion)
		defer cancel()
		return struct{}{}, s.iniciar(ctx, quien, quien.Thumbprint)
	})
	return err
}

func (s *Sesiones) iniciar(ctx context.Context, quien auth.Principal, h auth.Thumbprint) error {
	if s.vistas.Contains(h) { // by a flight that has just ended
		return nil
	}
	if !s.contada(ctx, h) {
		e, err := s.sesion(ctx, quien, h)
		if err == nil {
			err = s.cfg.Lecturas.Anotar(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	s.vistas.Add(h, struct{}{})
	return nil
}

// contada: another process has written it, or this one, long ago. If that cannot be known, it is written again.
func (s *Sesiones) contada(ctx context.Context, h auth.Thumbprint) bool {
	es, _ := s.cfg.Rastro.Eventos(ctx, Consulta{Filtro: Filtro{CorrelacionID: h.String(), Tipo: SesionIniciada}, Limite: 1})
	return len(es) > 0
}

// sesion is the event. Its correlation is the token: every event of a token is found by it.
func (s *Sesiones) sesion(ctx context.Context, quien auth.Principal, h auth.Thumbprint) (Evento, error) {
	e := Evento{
		Tipo: SesionIniciada, Recurso: Recurso{RecursoToken, h.String()}, CorrelacionID: h.String(), OperadorID: quien.OperadorID,
		Actor: ActorDe(quien, ""),
		Datos: map[string]string{"solicitud": Correlacion(ctx), "roles": rolesDe(quien), "vence": quien.Expires.UTC().Format(time.RFC3339)},
	}
	if !quien.SignIn.At.IsZero() {
		e.Datos[ingreso] = quien.SignIn.At.UTC().Format(time.RFC3339)
	}
	if !quien.Has(auth.Ciudadano) {
		return e, nil
	}
	carpetaID, operadorID, err := s.cfg.CarpetaDe(ctx, quien.Sub)
	e.CarpetaID, e.OperadorID = carpetaID, cmp.Or(quien.OperadorID, operadorID)
	return e, s.cfg.Lecturas.Faltar(err)
}

// ingreso, among the Datos of the first use of a token, is when its person signed in: an issuer makes many tokens for one
// sign-in.
const ingreso = "ingreso"

func rolesDe(quien auth.Principal) string {
	var roles []string
	for _, r := range auth.ValidRoles {
		if slices.Contains(quien.Roles, r) {
			roles = append(roles, string(r))
		}
	}
	return strings.Join(roles, ",")
}

// Rechazado counts a token that was refused. It belongs to nobody's trail: it proves nobody. What has not
// even the form of a token may be a password: nothing is kept of it.
func (s *Sesiones) Rechazado(ctx context.Context, token string, causa auth.Cause) {
	if s == nil || causa == "" {
		return
	}
	s.cfg.Rechazos.Siempre(string(TokenRechazado)+" "+string(causa), func() Evento {
		e := delPrograma(TokenRechazado, map[string]string{"causa": string(causa)})
		e.Recurso, e.Datos["solicitud"] = Recurso{Tipo: RecursoToken}, Correlacion(ctx)
		if causa != auth.CauseForm {
			e.Recurso.ID = auth.ThumbprintOf(token).String()
			e.CorrelacionID = e.Recurso.ID
		}
		return e
	})
}

// Negada implements auth.Witness. An open refusal is written into the trail of the caller's operador. One that hides the
// object is written into nobody's, where auditors read: otherwise the operador's trail would show what the answer hides.
func (s *Sesiones) Negada(quien auth.Principal, codigo fault.Code) {
	clave := string(PoliticaNegada) + " " + string(codigo)
	negada := func() Evento {
		e := delPrograma(PoliticaNegada, map[string]string{"codigo": string(codigo)})
		e.Recurso = Recurso{Tipo: "politica", ID: string(codigo)}
		return e
	}
	hayLugar := s.cfg.Rechazos.Contar(clave+" "+quien.Sub, func() Evento {
		e := negada()
		e.Actor, e.Proposito, e.BaseLegal = ActorDe(quien, ""), quien.Finalidad.Proposito, quien.Finalidad.BaseLegal
		if codigo == fault.Forbidden {
			e.OperadorID = quien.OperadorID
		}
		return e
	})
	if !hayLugar { // too many people at once
		s.cfg.Rechazos.Siempre(clave, negada)
	}
}

// delPrograma is a refusal that the server tells of.
func delPrograma(tipo Tipo, datos map[string]string) Evento {
	return Evento{Tipo: tipo, Resultado: Negado, Actor: Actor{Tipo: DelPrograma, ID: string(API)}, Datos: datos}
}
