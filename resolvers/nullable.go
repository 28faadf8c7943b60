package resolvers

// GraphQL says null for what there is not; the domain says the zero value.

// nullable is null for the zero value.
func nullable[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// orZero is the value of an optional argument, or the zero value.
func orZero[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// orNull is the result of a use case: null beside an error.
func orNull[T any](v T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &v, nil
}
