package listener

import (
	"errors"
	"os"
	"syscall"
)

// bell tells which connections have something to read, or have ended. It is epoll, one shot: each is told once, until
// it is armed again.
type bell struct {
	file  *os.File
	epoll syscall.RawConn
}

// newBell calls rings from a goroutine that ends with close.
func newBell(rings func(numbers []uint64)) (*bell, error) {
	fd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	_ = syscall.SetNonblock(fd, true) // so that the runtime waits for it, and no thread; it is open
	file := os.NewFile(uintptr(fd), "epoll")
	epoll, err := file.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	b := &bell{file, epoll}
	go b.listen(rings)
	return b, nil
}

func (b *bell) close() { _ = b.file.Close() } // it was open

// arm has the next thing that comes told by this number, which stays that of the connection.
func (b *bell) arm(c syscall.RawConn, number uint64, first bool) (err error) {
	op := syscall.EPOLL_CTL_MOD
	if first {
		op = syscall.EPOLL_CTL_ADD
	}
	at := syscall.EpollEvent{Events: syscall.EPOLLIN | syscall.EPOLLRDHUP | syscall.EPOLLONESHOT, Fd: int32(number), Pad: int32(number >> 32)}
	var gone error
	closed := b.epoll.Control(func(epoll uintptr) {
		gone = c.Control(func(fd uintptr) { err = syscall.EpollCtl(int(epoll), op, int(fd), &at) })
	})
	return errors.Join(err, gone, closed)
}

// atOnce are the connections that the system tells of in one call.
const atOnce = 128

func (b *bell) listen(rings func(numbers []uint64)) {
	var told [atOnce]syscall.EpollEvent
	numbers := make([]uint64, 0, atOnce)
	_ = b.epoll.Read(func(epoll uintptr) (over bool) {
		for {
			some, err := syscall.EpollWait(int(epoll), told[:], 0)
			switch {
			case errors.Is(err, syscall.EINTR):
				continue
			case err != nil:
				return true // cannot be: the file is open
			case some == 0:
				return false // until the runtime says that there is more
			}
			numbers = numbers[:0]
			for _, t := range told[:some] {
				numbers = append(numbers, uint64(uint32(t.Fd))|uint64(uint32(t.Pad))<<32)
			}
			rings(numbers)
		}
	})
}
