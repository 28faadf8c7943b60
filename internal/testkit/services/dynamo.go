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
type Dynamo struct{ *Service }

// NewDynamo describes an emulator; Start starts it.
func NewDynamo(config Config) *Dynamo {
	return &Dynamo{&Service{Name: "dynamodb", config: config, recipe: dynamoRecipe{}}}
}

// NewDynamoInMemory describes an emulator that keeps nothing: for measurements,
// in which its disk has no part.
func NewDynamoInMemory(config Config) *Dynamo {
	return &Dynamo{&Service{Name: "dynamodb", config: config, recipe: dynamoRecipe{inMemory: true}}}
}

// Endpoint is http://host:port and holds over restarts. Any region and any
// credentials will do.
func (d *Dynamo) Endpoint() string { return "http://" + local(d.port(0)) }

type dynamoRecipe struct{ inMemory bool }

func (dynamoRecipe) program(ctx context.Context, config Config) (string, error) {
	return cached(ctx, config, dynoxidePackage)
}

func (r dynamoRecipe) commands(program string, l place) (command, *command, error) {
	data, err := l.sub(dataDir)
	if err != nil {
		return command{}, nil, err
	}
	args := []string{"--host", "127.0.0.1", "--port", strconv.Itoa(l.ports[0])}
	if !r.inMemory {
		args = append(args, "--db-path", filepath.Join(data, "tablas.db")) // a restart keeps its data
	}
	return command{
		program: program, args: args,
		env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + l.path},
		dir: l.path, log: filepath.Join(l.path, "dynamodb.log"),
	}, nil, nil
}

func (dynamoRecipe) ready(ctx context.Context, l place) error {
	return answers(ctx, "http://"+local(l.ports[0])+"/")
}
