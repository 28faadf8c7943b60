package services

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Ctl runs rabbitmqctl against this broker and returns what it printed. It
// takes about half a second; on a busy machine many times that.
func (r *Rabbit) Ctl(ctx context.Context, args ...string) (string, error) {
	return ctl(ctx, r.Casa(), args...)
}

// Vhost makes an empty virtual host and returns its URL.
func (r *Rabbit) Vhost(ctx context.Context) (string, error) {
	return nuevoVhost(ctx, r.URL(), r.Casa())
}

// nuevoVhost also works from another process than the one that started the
// broker: the folder says all there is to know.
func nuevoVhost(ctx context.Context, url, casa string) (string, error) {
	nombre := "t-" + strings.ToLower(rand.Text()[:12])
	// One call, not add_vhost and set_permissions: the time goes into starting
	// the tool.
	guion := fmt.Sprintf(`rabbit_vhost:add(<<"%[1]s">>, <<"test">>), `+
		`rabbit_auth_backend_internal:set_permissions(<<"guest">>, <<"%[1]s">>, <<".*">>, <<".*">>, <<".*">>, <<"test">>).`, nombre)
	salida, err := ctl(ctx, casa, "eval", guion)
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(salida) != "ok" { // eval exits 0 whatever the call returned
		return "", fmt.Errorf("virtual host %s: %s", nombre, salida)
	}
	return strings.TrimSuffix(url, "/") + "/" + nombre, nil
}

func ctl(ctx context.Context, casa string, args ...string) (string, error) {
	dir, err := buscarRabbit()
	if err != nil {
		return "", err
	}
	l := lugar{carpeta: &carpeta{ruta: casa}}
	texto, err := os.ReadFile(filepath.Join(casa, archivoPuertos))
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(texto, &l.puertos); err != nil || len(l.puertos) != cuantosPuertos {
		return "", fmt.Errorf("%s: not a broker's folder: %w", casa, errors.Join(err, errNoCorre))
	}
	ctx, cancelar := context.WithTimeout(ctx, 3*time.Minute)
	defer cancelar()
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "rabbitmqctl"), args...)
	if cmd.Env, err = entornoRabbit(l); err != nil {
		return "", err
	}
	cmd.WaitDelay = time.Second
	salida, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("rabbitmqctl %s: %w: %s", args[0], err, salida)
	}
	return string(salida), nil
}
