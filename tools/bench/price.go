package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// pricesFile has the list prices of AWS. They stand there alone; other regions cost up to twice as much.
const pricesFile = "tools/escala/precios.json"

// money is what so many units of DynamoDB on demand cost, for a million times what they were spent on.
func money(writes, reads float64) string {
	var file struct {
		Prices map[string]struct{ USD float64 }
	}
	text, err := os.ReadFile(pricesFile)
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		return "price unknown: " + err.Error()
	}
	return fmt.Sprintf("US$ %.2f for a million", writes*file.Prices["dynamoWrite"].USD+reads*file.Prices["dynamoRead"].USD)
}
