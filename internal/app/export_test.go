package app

// Origenes are the origins of a configuration's own pages and of those it allows.
var Origenes = origenes
