package config

// CmdParts divides the indexes of an operador's deletions.
const CmdParts = "particiones"

// Parts divides what one operador has pending, or shows how that is divided.
type Parts struct {
	Operador string `placeholder:"ID" help:"operadorId whose indexes are divided; without it all that are divided are shown."`
	Partes   int    `placeholder:"N" help:"How many parts, 1 to 64. The same again goes on with the change until it is done."`
}

func (v *validator) parts(p Parts, profile string) {
	switch {
	case profile != Distributed:
		v.badArgument("the embedded profile has one process and one file: there is nothing to divide; give the settings of the servers, with --profile distributed")
	case (p.Operador == "") != (p.Partes == 0):
		v.badArgument("--operador and --partes (1 to 64) go together; without both what is divided is shown")
	case p.Operador != "" && (p.Partes < 1 || p.Partes > 64):
		v.badArgument("--partes: %d is out of range; give a number from 1 to 64", p.Partes)
	}
}
