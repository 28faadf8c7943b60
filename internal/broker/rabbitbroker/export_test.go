package rabbitbroker

// Stood tells the broker that one of its connections stands.
func (b *Broker) Stood() { b.back.ring() }
