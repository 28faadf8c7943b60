package boltstore

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Damaged says that the data file is no whole file of bbolt. A process that met it must end: what it would write next
// could take whole folders along.
type Damaged struct{ path, what string }

func (d *Damaged) Error() string {
	return fmt.Sprintf("the data file %s is damaged (%s). Stop whatever uses it, move the data folder away, and restore the last backup: carpeta respaldo restaurar --de FOLDER", d.path, d.what)
}

// ExitCode tells whoever starts the program again by itself that this does not help.
func (*Damaged) ExitCode() int { return 5 }

// file is an open data file. All of its transactions begin here, because bbolt trusts the pages of the file: of one
// that makes no sense it panics, or follows it to where no memory is.
type file struct {
	*bolt.DB
	path string

	damage atomic.Pointer[Damaged]
	found  chan error // has the damage, once it was found
}

// openFile opens a file, and refuses one that is damaged as far as that is seen without reading it as a whole.
func openFile(path string, o *bolt.Options) (*file, error) {
	f := &file{path: path, found: make(chan error, 1)}
	err := f.guard(func() (err error) {
		if f.DB, err = bolt.Open(path, 0o600, o); err != nil {
			return err
		}
		if err = f.isWhole(); err != nil {
			err = errors.Join(err, f.DB.Close())
		}
		return err
	})
	if system := new(syscall.Errno); err != nil && !errors.As(err, system) && !errors.Is(err, berrors.ErrTimeout) { // bbolt refuses the content
		err = f.damaged(err.Error())
	}
	return f, err
}

// isWhole compares the size of the file with what its meta page says.
func (f *file) isWhole() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	return f.DB.View(func(tx *bolt.Tx) error {
		if info.Size() < tx.Size() {
			return fmt.Errorf("it has %d bytes of %d", info.Size(), tx.Size())
		}
		return nil
	})
}

// View is bbolt's, on pages that may be damaged.
func (f *file) View(read func(tx *bolt.Tx) error) error {
	return unavailable(f.guard(func() error { return f.DB.View(read) }))
}

// Update is bbolt's, on pages that may be damaged.
func (f *file) Update(write func(tx *bolt.Tx) error) error {
	return unavailable(f.guard(func() error { return f.DB.Update(write) }))
}

// unavailable gives damage its code: whoever starts the server again, with a backup, mends it.
func unavailable(err error) error {
	if damage := new(Damaged); errors.As(err, &damage) {
		return fault.Wrap(fault.Unavailable, err)
	}
	return err
}

// Begin is bbolt's. What reads by the transaction is guarded by itself.
func (f *file) Begin() (tx *bolt.Tx, err error) {
	err = f.guard(func() error {
		tx, err = f.DB.Begin(false)
		return err
	})
	return tx, err
}

// Close is bbolt's. It leaves a damaged file to the end of the process: a transaction that met the damage may have left
// locks behind.
func (f *file) Close() error {
	if whole := f.damage.Load() == nil; whole {
		return f.DB.Close()
	}
	return nil
}

// guard runs what reads pages of the file, and turns damage that it meets into an error.
func (f *file) guard(run func() error) (err error) {
	if d := f.damage.Load(); d != nil {
		return d
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // of this goroutine: without it a fault ends the process with a dump
	defer func() {
		if v := recover(); v != nil {
			what, damage := damageOf(v)
			if !damage {
				panic(v)
			}
			err = f.damaged(what)
		}
	}()
	return run()
}

// damaged is the error of what was found, and of all that come later.
func (f *file) damaged(what string) *Damaged {
	if f.damage.CompareAndSwap(nil, &Damaged{f.path, what}) {
		f.found <- f.damage.Load()
	}
	return f.damage.Load()
}

// damageOf tells what a damaged page does from a mistake of this program, when a deferred function has recovered v. A
// fault has an address, unless it is that of a nil pointer. Other panics are of damage if bbolt's code began them.
func damageOf(v any) (what string, damage bool) {
	if _, fault := v.(interface{ Addr() uintptr }); fault {
		return "a page of it cannot be read, or leads out of it", true
	}
	what = fmt.Sprint(v)
	for _, mistake := range []string{"nil pointer dereference", "tx closed", "managed tx"} {
		if strings.Contains(what, mistake) {
			return what, false
		}
	}
	return what, strings.HasPrefix(panicked(), "go.etcd.io/bbolt")
}

// panicked is the function that panicked: the last one before the runtime's.
func panicked() string {
	var stack [64]uintptr
	frames := runtime.CallersFrames(stack[:runtime.Callers(1, stack[:])])
	for inPanic := false; ; {
		frame, more := frames.Next()
		ofRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if inPanic && !ofRuntime || !more {
			return frame.Function
		}
		inPanic = inPanic || frame.Function == "runtime.gopanic"
	}
}
