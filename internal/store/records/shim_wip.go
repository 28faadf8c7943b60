package records

func Size(i Item) (n int) {
	for name, v := range i {
		n += len(name) + len(v.Text) + 1
	}
	return n
}
