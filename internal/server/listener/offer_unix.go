//go:build unix

package listener

import "syscall"

// Offer writes what the system takes at once, and waits for nobody: such a write needs neither a deadline nor a word
// to the place. What fails is not taken, and the Write that follows tells why.
func (c *conn) Offer(b []byte) (taken int) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Write(func(fd uintptr) bool {
		taken, _ = syscall.Write(int(fd), b)
		return true
	})
	return max(taken, 0)
}
