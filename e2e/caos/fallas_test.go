package caos_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// golpearTodo follows the schedule. What comes after a measured fault is put off
// for as long as that took longer than planned.
func (w *mundo) golpearTodo(comienzo time.Time, p Plan) {
	var grupo sync.WaitGroup
	for _, f := range p.Fallas {
		dormir(time.Until(comienzo.Add(f.En)))
		if !f.medida(w.informe.medida) {
			grupo.Go(func() { w.golpear(f) })
			continue
		}
		grupo.Wait()
		w.golpear(f)
		dormir(descanso)
		comienzo = comienzo.Add(max(0, time.Since(comienzo.Add(f.En+f.Dura+8*time.Second+descanso))))
	}
	grupo.Wait()
}

// golpear lets one fault strike, and mends it afterwards.
func (w *mundo) golpear(f Falla) {
	turno := w.turnoDe(f)
	turno.Lock()
	defer turno.Unlock()
	if f.Parte == deRabbit && !f.deLinea() {
		w.colasDeclaradas()
	}
	s := suceso{Falla: f, desde: time.Now()}
	w.informe.anotar("%s", f)
	var err error
	switch {
	case f.deLinea():
		err = w.golpearLinea(f)
	case f.Parte == deServidor:
		err = w.golpearServidor(f)
	default:
		err = w.golpearServicio(f, w.servicio(f.Parte))
	}
	s.vuelve = time.Now()
	w.informe.agregar(s)
	w.informe.anotar("%s is over after %.1f s", f, s.vuelve.Sub(s.desde).Seconds())
	if err != nil {
		w.t.Errorf("%s: %v", f, err)
	}
}

// dormir: the schedule is in real time.
func dormir(d time.Duration) { <-time.After(max(d, 0)) }

func (w *mundo) turnoDe(f Falla) *sync.Mutex {
	clave := f.Parte
	switch {
	case f.deLinea():
		clave = "line " + clave
	case f.Parte == deServidor:
		clave = fmt.Sprint(clave, f.Servidor)
	}
	w.informe.mu.Lock()
	defer w.informe.mu.Unlock()
	if w.turno[clave] == nil {
		w.turno[clave] = &sync.Mutex{}
	}
	return w.turno[clave]
}

// colasDeclaradas: a quorum queue that is declared just before a kill may come
// back without a leader, which is RabbitMQ's matter and not ours.
func (w *mundo) colasDeclaradas() {
	ctx, cancelar := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancelar()
	for ctx.Err() == nil && !w.colasListas(ctx) {
		dormir(200 * time.Millisecond)
	}
	dormir(1500 * time.Millisecond)
}

func (w *mundo) servicio(parte string) *services.Service {
	switch parte {
	case deRabbit:
		return w.rabbit.Service
	case deMinio:
		return w.minio.Service
	}
	return w.dynamo.Service
}

func (w *mundo) golpearServicio(f Falla, s *services.Service) error {
	ctx := context.Background()
	switch f.Que {
	case matar:
		return errors.Join(s.Kill(), dormido(f), s.Start(ctx))
	case congelar:
		return errors.Join(s.Pause(), dormido(f), s.Resume())
	case reiniciar:
		return errors.Join(s.Stop(), dormido(f), s.Start(ctx))
	case vaciar:
		return s.Wipe(ctx)
	case atascar:
		return errors.Join(w.lider(ctx, "suspend"), dormido(f), dormido(f), w.lider(ctx, "resume"))
	}
	return errors.New("no such fault")
}

// lider stops and starts the leader of a queue: it answers nobody meanwhile, the rest of
// the broker does.
func (w *mundo) lider(ctx context.Context, que string) error {
	salida, err := w.rabbit.Ctl(ctx, "eval", "sys:"+que+"('%2F_minio.cleanup.queue').")
	if err == nil && strings.TrimSpace(salida) != "ok" { // eval exits 0 whatever the call returned
		err = errors.New(salida)
	}
	return err
}

func dormido(f Falla) error { dormir(f.Dura); return nil }

func (w *mundo) golpearServidor(f Falla) error {
	s := w.servidores[f.Servidor]
	switch f.Que {
	case congelar:
		return errors.Join(s.Pause(), dormido(f), s.Resume())
	case matar:
		s.Kill(w.t)
	case terminar:
		if codigo := s.Stop(w.t); codigo != 0 {
			w.t.Errorf("%s: exit code %d", f, codigo)
		}
	}
	dormir(f.Dura)
	// Its stores may be down just now: without them a server does not start.
	var err error
	for limite := time.Now().Add(5 * time.Minute); time.Now().Before(limite); dormir(300 * time.Millisecond) {
		if err = s.TryStart(); err == nil {
			return nil
		}
	}
	return err
}

func (w *mundo) golpearLinea(f Falla) (err error) {
	for i, l := range w.lineas {
		if f.Servidor >= 0 && f.Servidor != i {
			continue
		}
		defer reparar(l[f.Parte])
		err = errors.Join(err, danar(l[f.Parte], f.Que))
	}
	dormir(f.Dura)
	return err
}
