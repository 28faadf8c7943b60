package services

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
)

// Dynamo is a DynamoDB emulator. It does not throttle, reports no transaction
// conflicts, and takes start keys that DynamoDB would refuse: a test of those
// needs a stand-in that fails on purpose.
type Dynamo struct{ *Servicio }

// NuevoDynamo describes an emulator; Iniciar starts it.
func NuevoDynamo(op Opciones) *Dynamo {
	return &Dynamo{&Servicio{Nombre: "dynamodb", op: op, receta: recetaDynamo{}}}
}

// NuevoDynamoEnMemoria describes an emulator that keeps nothing: for measurements,
// in which its disk has no part.
func NuevoDynamoEnMemoria(op Opciones) *Dynamo {
	return &Dynamo{&Servicio{Nombre: "dynamodb", op: op, receta: recetaDynamo{enMemoria: true}}}
}

// Endpoint is http://host:port and holds over restarts. Any region and any
// credentials will do.
func (d *Dynamo) Endpoint() string { return "http://" + local(d.puerto(0)) }

type recetaDynamo struct{ enMemoria bool }

func (recetaDynamo) programa(ctx context.Context, op Opciones) (string, error) {
	return enCache(ctx, op, paqueteDynoxide)
}

func (r recetaDynamo) ordenes(programa string, l lugar) (orden, *orden, error) {
	datos, err := l.sub(carpetaDatos)
	if err != nil {
		return orden{}, nil, err
	}
	args := []string{"--host", "127.0.0.1", "--port", strconv.Itoa(l.puertos[0])}
	if !r.enMemoria {
		args = append(args, "--db-path", filepath.Join(datos, "tablas.db")) // a restart keeps its data
	}
	return orden{
		programa: programa, args: args,
		entorno: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.ruta},
		dir:     l.ruta, registro: filepath.Join(l.ruta, "dynamodb.log"),
	}, nil, nil
}

func (recetaDynamo) listo(ctx context.Context, l lugar) error {
	return contesta(ctx, "http://"+local(l.puertos[0])+"/")
}
