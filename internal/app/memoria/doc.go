// Package memoria sets how much garbage may lie around before it is collected.
package memoria
