package ws

// Charge sets the account of the connection. Call it before the first Read.
func (c *Conn) Charge(a Account) { c.account = a }

// pay asks for a frame.
func (c *Conn) pay(h header) error {
	if c.account == nil {
		return nil
	}
	return c.account.Frame(int64(h.length)) // which the header bounds
}

func (c *Conn) keep(bytes int) error {
	if c.account == nil {
		return nil
	}
	return c.account.Keep(bytes)
}

// drop gives back what an unfinished message holds.
func (c *Conn) drop() {
	c.kind, c.partial, c.checked, c.skips = Nothing, nil, 0, false
	if c.account != nil {
		c.account.Drop()
	}
}
