package services

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// envRabbitUsr names the /usr of another distribution, which has a broker of another version (tools/rabbitmq4.sh).
const envRabbitUsr = "CARPETA_TEST_RABBITMQ_USR"

// rabbitPlace is where a broker is installed.
type rabbitPlace struct {
	usr  string // the /usr that it needs; "" for this machine's own
	sbin string // folder of rabbitmq-server and rabbitmqctl, as its processes see it
	epmd string
}

// rabbitPaths: the start scripts of the package itself. The one in PATH on
// Debian is a wrapper that insists on the system's user and folders.
var rabbitPaths = []string{
	"/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin", // Debian, Ubuntu, Fedora
	"/opt/rabbitmq/sbin",                           // the generic archive, the container image
	"/opt/homebrew/opt/rabbitmq/sbin",
	"/usr/local/opt/rabbitmq/sbin",
}

const epmdPaths = "/usr/lib/erlang/erts-*/bin/epmd"

func findRabbit() (rabbitPlace, error) {
	if usr := os.Getenv(envRabbitUsr); usr != "" {
		return rabbitUnder(usr)
	}
	for _, pattern := range rabbitPaths {
		found, _ := filepath.Glob(pattern)
		for _, dir := range found {
			if executable(filepath.Join(dir, "rabbitmq-server")) {
				epmd, err := findEpmd()
				return rabbitPlace{sbin: dir, epmd: epmd}, err
			}
		}
	}
	return rabbitPlace{}, errors.New("rabbitmq-server is not installed; " + howToInstall)
}

// rabbitUnder looks into the /usr of another distribution.
func rabbitUnder(usr string) (rabbitPlace, error) {
	root := filepath.Dir(usr)
	servers, _ := filepath.Glob(root + rabbitPaths[0])
	epmds, _ := filepath.Glob(root + epmdPaths)
	if len(servers) == 0 || len(epmds) == 0 {
		return rabbitPlace{}, fmt.Errorf("%s=%s has no rabbitmq-server; tools/rabbitmq4.sh makes one", envRabbitUsr, usr)
	}
	return rabbitPlace{usr: usr, sbin: servers[0][len(root):], epmd: epmds[0][len(root):]}, nil
}

func findEpmd() (string, error) {
	if path, err := exec.LookPath("epmd"); err == nil {
		return path, nil
	}
	found, _ := filepath.Glob(epmdPaths)
	if len(found) == 0 {
		return "", errors.New("epmd, a part of Erlang, is not in PATH")
	}
	return found[0], nil
}

// inOtherUsr runs a program where /usr is another distribution's. Everything else is this machine's: folders,
// processes, network. Nobody but the program and its children sees that /usr, and it goes with them.
const inOtherUsr = `mount --bind "$0" /usr && exec "$@"`

// line is the command line of a program of the broker. The process is the program itself in the end, so signals and
// the end of the parent reach it.
func (p rabbitPlace) line(program string, args ...string) (name string, all []string) {
	if p.usr == "" {
		return program, args
	}
	return "unshare", append([]string{"--mount", "--", "sh", "-c", inOtherUsr, p.usr, program}, args...)
}

// path is the server as this process sees it.
func (p rabbitPlace) path() string {
	if p.usr == "" {
		return p.server()
	}
	return filepath.Join(filepath.Dir(p.usr), p.server())
}

func (p rabbitPlace) server() string          { return p.tool("rabbitmq-server") }
func (p rabbitPlace) tool(name string) string { return filepath.Join(p.sbin, name) }
