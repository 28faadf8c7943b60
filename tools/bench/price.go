package main

import "fmt"

// The list prices of AWS for DynamoDB on demand, in US dollars for a million units: us-east-1, as of 2026-11. They
// stand here alone; other regions cost up to twice as much.
const (
	priceWrite = 0.625
	priceRead  = 0.125
)

// money is what so many units cost, for a million times what they were spent on.
func money(writes, reads float64) string {
	return fmt.Sprintf("US$ %.2f for a million", writes*priceWrite+reads*priceRead)
}
