package dynamostore_test

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// forgetUsage makes a carpeta one of before there was a usage.
func forgetUsage(t *testing.T, s *dynamostore.Store, c carpeta.Carpeta) {
	t.Helper()
	_, err := s.Client().UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: s.Table("Carpeta"), Key: map[string]types.AttributeValue{"carpetaId": &types.AttributeValueMemberS{Value: c.CarpetaID}},
		UpdateExpression: aws.String("REMOVE bytesOcupados, documentosOcupados, cargasPendientes, usoContado"),
	})
	require(t, err)
}

// TestUsageOfAnEarlierVersion: a carpeta without a counter locks nobody out. What comes and goes is
// counted from nothing, until somebody counts the rest.
func TestUsageOfAnEarlierVersion(t *testing.T) {
	s := newStore(t)
	c, ds := seed(t, s, 3)
	forgetUsage(t, s, c)
	seen, err := s.Carpeta(t.Context(), c.CarpetaID)
	require(t, err)
	if seen.Uso != (carpeta.Uso{Relativo: true}) {
		t.Fatalf("usage %+v", seen.Uso)
	}
	full := carpeta.Cuota{Bytes: 5_000_000, Documentos: 2, Pendientes: 2}
	upload := func(n int) (documento.Documento, error) {
		d := typical(c, n)
		d.Estado, d.ExpiraEn = documento.Cargando, time.Now().Add(time.Hour)
		return d, s.CrearCarga(t.Context(), d, full, storetest.Hecho())
	}
	first, err := upload(4)
	require(t, err)
	_, err = upload(5)
	require(t, err)
	_, err = upload(6) // bounded from here on
	requireCode(t, err, fault.QuotaExceeded)
	_, err = s.ConfirmarCarga(t.Context(), first, first, storetest.Hecho())
	require(t, err)

	e := aSaga(c, ds[0]) // as an earlier version began it: it does not know the size
	e.TamanoBytes = 0
	require(t, s.Iniciar(t.Context(), e, storetest.Hecho()))
	single := advance(t, e, eliminacion.ObjetoBorrado)
	require(t, s.Guardar(t.Context(), single, storetest.Hecho()))
	require(t, s.Guardar(t.Context(), advance(t, single.Nueva, eliminacion.MetadatosLibres), storetest.Hecho()))

	p, err := s.DocumentosDeCarpeta(t.Context(), documento.Tramo{CarpetaID: c.CarpetaID, Limite: 100, Firme: true})
	require(t, err)
	want := documento.UsoDe(p.Documentos)
	seen, err = s.Carpeta(t.Context(), c.CarpetaID)
	require(t, err)
	if !seen.Uso.Relativo || seen.Uso.Bytes != want.Bytes-documento.UsoDe(ds).Bytes {
		t.Errorf("usage %+v is not what came and went", seen.Uso)
	}
	require(t, s.CorregirUso(t.Context(), seen, want, storetest.Hecho()))
	seen, err = s.Carpeta(t.Context(), c.CarpetaID)
	require(t, err)
	if seen.Uso != want {
		t.Errorf("usage %+v, want %+v", seen.Uso, want)
	}
	never, _ := seed(t, s, 1) // counted before anything happened in it
	forgetUsage(t, s, never)
	never, err = s.Carpeta(t.Context(), never.CarpetaID)
	require(t, err)
	require(t, s.CorregirUso(t.Context(), never, carpeta.Uso{Bytes: 9, Documentos: 1}, storetest.Hecho()))
	requireCode(t, s.CorregirUso(t.Context(), never, carpeta.Uso{}, storetest.Hecho()), fault.Conflict)
}

// TestBudgetOfAnUpload: what ADR 0019 promises, and one unit more each time that the upload enters or leaves the list
// of its carpeta, and two for the mark of its content (ADR 0022). Announcement and confirmation have an event each, of
// 2 + 2 (ADR 0025).
func TestBudgetOfAnUpload(t *testing.T) {
	g := &spent{}
	s := newStore(t, g.option)
	c, _ := seed(t, s, 1)
	for _, reserve := range []bool{false, true} {
		*g = spent{}
		d := typical(c, 7)
		d.Estado, d.ExpiraEn = documento.Cargando, time.Now().Add(time.Hour)
		require(t, s.CrearCarga(t.Context(), d, carpeta.SinCuota, storetest.Hecho()))
		t.Logf("CrearCarga: %d items, %.0f WCU + %.0f of indexes", g.items, g.tables, g.indexes)
		if g.tables > 4+2+2 || g.indexes > 1+1+2 {
			t.Errorf("an announcement costs %.0f + %.0f WCU, want at most 8 + 4", g.tables, g.indexes)
		}
		if reserve {
			var err error
			d, err = s.ReservarCarga(t.Context(), d, time.Now().Add(time.Minute))
			require(t, err)
		}
		_, err := s.ConfirmarCarga(t.Context(), d, d, storetest.Hecho())
		require(t, err)
		t.Logf("until ConfirmarCarga, reserved %v: %d items, %.0f WCU + %.0f of indexes", reserve, g.items, g.tables, g.indexes)
		if g.tables > 9+2+4 || g.indexes > 7+2+4 {
			t.Errorf("an upload costs %.0f + %.0f WCU, want at most 15 + 13", g.tables, g.indexes)
		}
	}
}
