package config

// The commands that keep the catalogue of kinds.
const (
	CmdTipoList = "tipo listar"
	CmdTipoSave = "tipo registrar"
)

// Tipo is the catalogue of the kinds of documents.
type Tipo struct {
	List TipoList `cmd:"" name:"listar" help:"List the kinds; prints one JSON line for each."`
	Save TipoSave `cmd:"" name:"registrar" help:"Add kinds of documents, or replace what is known of them; prints each as it is stored."`
}

// TipoList lists the kinds.
type TipoList struct {
	Registry `embed:""`
}

// TipoSave enters kinds.
type TipoSave struct {
	Registry `embed:""`
	File     string `arg:"" name:"archivo" type:"existingfile" help:"Kinds, one after the other, in the JSON that tipo listar prints."`
}
