// Package verificable is what anybody needs to check a certified document without the server that
// delivered it. It holds the statement that an issuer signs, and the file with everything that proves
// a document (docs/verificable.md).
//
//	zip, err := os.Open("diploma.verificable.zip")
//	trust, err := verificable.LeerConfianza(text) // of /.well-known/carpeta-sello/confianza.json
//	found, err := verificable.Verificar(zip, size, trust, verificable.Opciones{Ahora: time.Now()})
//	fmt.Println(found.Sentence())
//
// It opens no connection, and trusts nobody but whom it is told to trust.
//
// Imported by: app, cli/{demo,verificable}, documento, entidad, entrega, resolvers, server/verifiable, store/rules, tests.
package verificable
