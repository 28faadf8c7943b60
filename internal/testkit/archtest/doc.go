// Package archtest keeps the dependency rules of the house: which package may
// import which, and why. The rules are in the test.
package archtest
