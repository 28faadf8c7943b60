package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"sync"
	"time"
)

// plainFor is how long a file that was unpacked stays, behind the last one that read it.
const plainFor = time.Minute

// plains are files that were unpacked, for the rare client that takes no coding. All that ask for one share it: each of a
// thousand that unpacked it for themselves, and read nothing, held 80 KB, and a processor before.
type plains struct {
	dist fs.FS

	mu    sync.Mutex
	files map[string]*plain
}

// plain is one of them. The mutex of plains guards readers and gone.
type plain struct {
	body    func() ([]byte, error)
	readers int
	gone    *time.Timer
}

// open gives the content of a packed file. Call close when it was sent.
func (p *plains) open(name string) (content *bytes.Reader, close func(), err error) {
	f := p.enter(name)
	body, err := f.body()
	if err != nil {
		p.leave(name, f)
		return nil, nil, err
	}
	return bytes.NewReader(body), func() { p.leave(name, f) }, nil
}

func (p *plains) enter(name string) *plain {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.files[name]
	if f == nil {
		f = &plain{body: sync.OnceValues(func() ([]byte, error) { return unpack(p.dist, name) })}
		if p.files == nil {
			p.files = map[string]*plain{}
		}
		p.files[name] = f
	}
	f.readers++
	if f.gone != nil {
		f.gone.Stop()
	}
	return f
}

func (p *plains) leave(name string, f *plain) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.readers--; f.readers == 0 {
		f.gone = time.AfterFunc(plainFor, func() { p.forget(name, f) })
	}
}

// forget drops a file that nobody reads. Somebody may have come while the timer rang.
func (p *plains) forget(name string, f *plain) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.readers == 0 && p.files[name] == f {
		delete(p.files, name)
	}
}

func unpack(dist fs.FS, name string) ([]byte, error) {
	file, err := dist.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(packed)
	return bytes.Clone(body), err // no larger than it is
}
