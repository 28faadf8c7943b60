package transport_test

const mostOfIdle = 5 << 10
