// Package chart_test holds the chart's examples to what the program says of their settings.
package chart_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

type values struct {
	Settings    map[string]any
	Env         map[string]any
	Deployments map[string]*struct {
		Roles       []string
		Autoscaling struct{ Metrics []metric }
	}
}

type metric struct {
	Type     string
	External struct{ Metric struct{ Name string } }
}

// TestNoSecretIsASetting: what the program hides when it shows its settings, the chart takes from the Secret alone.
func TestNoSecretIsASetting(t *testing.T) {
	text, err := os.ReadFile("values.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Definitions struct {
			Settings struct {
				PropertyNames struct{ Not struct{ Enum []string } }
			}
		}
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	refused, found := schema.Definitions.Settings.PropertyNames.Not.Enum, 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
		switch f.Type {
		case reflect.TypeFor[config.Secret](), reflect.TypeFor[config.SecretURL](), reflect.TypeFor[[]config.SecretURL]():
			found++
			if name := variable(f); !slices.Contains(refused, name) {
				t.Errorf("values.schema.json takes %s as a setting, which is a secret", name)
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d secrets found", found)
	}
}

var word = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// variable is the name of a setting without its prefix.
func variable(f reflect.StructField) string {
	name := f.Tag.Get("name")
	if name == "" {
		name = word.ReplaceAllString(f.Name, "$1-$2")
	}
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// secret is what the examples' Secret has.
var secret = []string{
	"CARPETA_AMQP_URL=amqps://carpeta:secreto@rabbitmq:5671", "CARPETA_S3_ACCESS_KEY=acceso", "CARPETA_S3_SECRET_KEY=secreto",
	"CARPETA_CURSOR_KEYS=k1:" + strings.Repeat("ab", 32),
}

// TestTheProgramTakesTheExamples: each Deployment of each example starts with what the chart gives it.
func TestTheProgramTakesTheExamples(t *testing.T) {
	paths, err := filepath.Glob("ejemplos/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples:", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			v := merge(read(t, "values.yaml"), read(t, path))
			for name, d := range v.Deployments {
				if d == nil {
					continue // the example takes it away
				}
				args := []string{"serve", "--papeles", strings.Join(d.Roles, ",")}
				if _, err := config.Parse(args, v.environ(), io.Discard, io.Discard); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if _, err := config.Parse([]string{"bootstrap"}, v.environ(), io.Discard, io.Discard); err != nil {
				t.Errorf("bootstrap: %v", err)
			}
		})
	}
}

// TestMetricsOfTheExamplesAreMade: whoever takes an example finds in the manual where its metric is from, and that counts
// every work queue.
func TestMetricsOfTheExamplesAreMade(t *testing.T) {
	const page = "../../docs/kubernetes.md"
	manual, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	paths, _ := filepath.Glob("ejemplos/*.yaml")
	found := 0
	for _, path := range paths {
		for name, d := range read(t, path).Deployments {
			if d == nil {
				continue
			}
			for _, m := range d.Autoscaling.Metrics {
				if m.Type != "External" {
					continue
				}
				found++
				if !strings.Contains(string(manual), "name: {as: "+m.External.Metric.Name+"}") {
					t.Errorf("%s, %s: %s does not say how %s is made", path, name, page, m.External.Metric.Name)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no example has a metric of its own")
	}
	query := regexp.MustCompile(`metricsQuery: >-\n.*\{queue=~"(.+)"\}`).FindSubmatch(manual)
	if query == nil {
		t.Fatalf("%s shows no query of the queues' messages", page)
	}
	counts := regexp.MustCompile("^(" + string(query[1]) + ")$") // as Prometheus reads it: the whole name
	for _, q := range broker.Queues {
		if !counts.MatchString(q.Name) {
			t.Errorf("%s: the query leaves %s out", page, q.Name)
		}
		if counts.MatchString(q.DLQ) {
			t.Errorf("%s: the query counts %s, which no process of the example works off", page, q.DLQ)
		}
	}
	if counts.MatchString(broker.UnroutableQueue) {
		t.Errorf("%s: the query counts %s, which no process of the example works off", page, broker.UnroutableQueue)
	}
}

func read(t *testing.T, path string) (v values) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatal(path, err)
	}
	return v
}

// merge puts an example over the values, as helm does.
func merge(all, over values) values {
	for name, value := range over.Settings {
		all.Settings[name] = value
	}
	for name, d := range over.Deployments {
		all.Deployments[name] = d
	}
	all.Env = over.Env
	return all
}

// environ is what templates/_helpers.tpl makes of the settings (carpeta.settings), and the secret.
func (v values) environ() []string {
	environ := append([]string{"CARPETA_PROFILE=distributed"}, secret...)
	for name, value := range v.Settings {
		environ = append(environ, fmt.Sprintf("CARPETA_%s=%v", name, value))
	}
	for name, value := range v.Env {
		environ = append(environ, fmt.Sprintf("%s=%v", name, value))
	}
	return environ
}
