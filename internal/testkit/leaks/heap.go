package leaks

import "runtime"

// Heap is what is live on the heap, in bytes. What two garbage collections leave is there because somebody holds it;
// one alone leaves what waits for a finalizer.
func Heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
