package e2e_test

import (
	"bytes"
	"errors"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// raiseFormat has the data of a house say that they are of a format that this program does not know, as a later version
// would. back has them say again what they said: the newest format is not that of all data.
func raiseFormat(t *testing.T, house *serverkit.House) (back func()) {
	t.Helper()
	if house.Profile == serverkit.Distributed {
		ts := openTables(t, house)
		key := map[string]types.AttributeValue{"carpetaId": &types.AttributeValueMemberS{Value: "#formato"}}
		before := ts.get("Carpeta", key)
		raised := maps.Clone(key)
		raised["formato"] = &types.AttributeValueMemberN{Value: strconv.Itoa(dynamostore.Format + 1)}
		ts.put("Carpeta", raised)
		return func() { ts.put("Carpeta", before) }
	}
	before := saySchema(t, house, []byte(strconv.Itoa(boltstore.Schema+1)))
	return func() { saySchema(t, house, before) }
}

func saySchema(t *testing.T, house *serverkit.House, schema []byte) (before []byte) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(house.Dir, boltstore.FileName), 0o600, nil)
	must(t, err)
	err = db.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		before = bytes.Clone(meta.Get([]byte("esquema")))
		return meta.Put([]byte("esquema"), schema)
	})
	must(t, errors.Join(err, db.Close()))
	return before
}

// TestNoWayBackAcrossAFormat: data that a newer version has brought to its format are refused by everything that would
// read or write them, and are as they were afterwards.
func TestNoWayBackAcrossAFormat(t *testing.T) {
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
		back := raiseFormat(t, house)
		older := house.With("CARPETA_ADDR=127.0.0.1:0", "CARPETA_ADMIN_ADDR=127.0.0.1:0")
		for _, args := range [][]string{
			{"serve"}, {"bootstrap"}, {"datos", "sembrar", "--carpetas", "1", "--documentos", "1"}, {"carpeta", "abrir", "--operador", "op", "--ciudadano", "ana"},
			{"documento", "importar", "--dir", ".", "--carpeta", mine.CarpetaID}, {"entidad", "listar"}, {"reconciliacion", "ejecutar"}, {"auditoria", "comprobar"},
		} {
			r := older.Run(t, args...)
			says(t, strings.Join(args, " "), r, 1, r.Err, "newer version of carpeta")
			says(t, strings.Join(args, " "), r, 1, r.Err, "Nothing was changed")
		}
		back()
		s := house.Start(t)
		same(t, "documents", 20, len(allFilas(t, s.Client(t, mine.CiudadanoID, "ciudadano"), mine.CarpetaID)))
	})
}

// TestFormatRaisedTooEarly: while the old version serves, somebody has the tables say a format that it does not know. It
// asks for no more requests, says why, and goes on when they say the old one again.
func TestFormatRaisedTooEarly(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	s := house.Start(t)
	back := raiseFormat(t, house)
	serverkit.WaitFor(t, soon, "the server not to be ready", func() bool {
		status, body := s.Admin(t, "/readyz?verbose")
		return status == 503 && strings.Contains(body, "newer version of carpeta")
	})
	back()
	serverkit.WaitFor(t, soon, "the server to be ready again", func() bool {
		status, _ := s.Admin(t, "/readyz")
		return status == 200
	})
}
