package config

// The commands of verifiable files.
const (
	CmdVerificarDocumento = "documento verificar"
	CmdExportarDocumento  = "documento exportar"
)

// VerificarDocumento names a file, and whom its reader trusts.
type VerificarDocumento struct {
	Archivo   string `arg:"" name:"file" help:"The verifiable file (.verificable.zip)."`
	Confianza string `required:"" placeholder:"FILE" help:"Whom you trust: /.well-known/carpeta-sello/confianza.json of a deployment, fetched from it or given by somebody you trust."`
	Lista     string `placeholder:"FILE" help:"The status list that the file names, fetched lately: says whether the issuer took the document back. Without it nothing is valid, and the exit code is 4."`
	Idioma    string `default:"es" enum:"es,en" placeholder:"LANG" help:"Language of the sentence: es or en."`
	Output    string `name:"salida" short:"o" default:"texto" enum:"texto,json" help:"texto: a sentence; json: one line with every fact."`
}

// ExportarDocumento says which document, and where its file goes.
type ExportarDocumento struct {
	ID            string `arg:"" name:"documento-id" help:"The document's global id, as the API has it."`
	URL           string `name:"url" placeholder:"URL" help:"Server to ask; default: this configuration's own, http://ADDR."`
	Token         string `required:"" placeholder:"TOKEN" help:"Token of the carpeta's owner."`
	MostrarNombre bool   `name:"mostrar-titular" help:"Also say in the file for whom it was certified: name and identification."`
	En            string `placeholder:"FOLDER" type:"existingdir" default:"." help:"Where the file goes; one of the same name stays as it is."`
}
