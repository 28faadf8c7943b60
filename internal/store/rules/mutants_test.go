package rules_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

var (
	mutant     = flag.String("mutant", "", "TestContractInMemory: leave out this condition, as method:table.attribute")
	conditions = flag.String("conditions", "", "TestContractInMemory: write the conditions that it meets into this file")
)

// before is what stands before each write of TestContractInMemory.
func before(t *testing.T) func(context.Context, []records.Part) ([]records.Part, error) {
	if *conditions != "" {
		return collect(t, *conditions)
	}
	method, condition, one := strings.Cut(*mutant, ":")
	if !one {
		return nil
	}
	return mem.Without(method, condition)
}

func collect(t *testing.T, file string) func(context.Context, []records.Part) ([]records.Part, error) {
	var mu sync.Mutex
	met := map[string]bool{}
	t.Cleanup(func() {
		if err := os.WriteFile(file, []byte(strings.Join(slices.Sorted(maps.Keys(met)), "\n")), 0o600); err != nil {
			t.Error(err)
		}
	})
	return func(ctx context.Context, parts []records.Part) ([]records.Part, error) {
		mu.Lock()
		defer mu.Unlock()
		for _, name := range mem.Conditions(parts) {
			met[records.OperationOf(ctx)+":"+name] = true
		}
		return parts, nil
	}
}

// mutantTime is how long the suite may take with a mutant. One that keeps it from ending is found.
const mutantTime = 3 * time.Minute

// TestMutants leaves out one condition of one method at a time: the suite notices, or a sentence in testdata/survivors.txt
// says why nobody can. It plays the suite on one mutant with -run TestContractInMemory -mutant NAME.
func TestMutants(t *testing.T) {
	services.Night(t, "TestFindsEveryPlantedBug, in internal/testkit/sim, finds some of them")
	file := filepath.Join(t.TempDir(), "conditions")
	if said, err := suite(t, "-conditions="+file); err != nil {
		t.Fatalf("the suite does not pass: %v\n%s", err, said)
	}
	met, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mutants, survivors := strings.Fields(string(met)), survivors(t)
	if len(mutants) < 90 {
		t.Fatalf("the suite met %d conditions", len(mutants))
	}
	for name := range survivors {
		if !slices.Contains(mutants, name) {
			t.Errorf("%s is no condition: take it off the list", name)
		}
	}
	places := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for _, name := range mutants {
		wg.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			said, err := suite(t, "-mutant="+name)
			var failed *exec.ExitError
			switch _, listed := survivors[name]; {
			case err != nil && !errors.As(err, &failed):
				t.Errorf("%s: %v", name, err)
			case err != nil && listed:
				t.Errorf("%s is noticed: take it off the list\n%s", name, said)
			case err == nil && !listed:
				t.Errorf("SURVIVED %s: write a case that fails without this condition, or a sentence that says why none can", name)
			}
		})
	}
	wg.Wait()
}

// suite plays TestContractInMemory in a process of its own, to its first failure. It returns the end of what that said.
func suite(t *testing.T, arg string) (said string, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), mutantTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestContractInMemory$", "-test.failfast", arg).CombinedOutput()
	return string(out[max(0, len(out)-1000):]), err
}

// survivors are the mutants that no case can notice, each with the sentence that says why.
func survivors(t *testing.T) map[string]string {
	file, err := os.Open(filepath.Join("testdata", "survivors.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	all := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, why, _ := strings.Cut(lines.Text(), " ")
		if strings.HasPrefix(name, "#") || name == "" {
			continue
		}
		if _, twice := all[name]; twice || len(why) < 20 {
			t.Errorf("%s stands there twice, or without its sentence", name)
		}
		all[name] = why
	}
	return all
}
