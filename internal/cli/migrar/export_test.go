package migrar

// InFlight is how many calls write at a time.
const InFlight = inFlight
