package config_test

import (
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

func TestHostNames(t *testing.T) {
	c := config.Config{
		Hosts: []string{"carpeta-backend"}, Addr: "Api.interno:8080", AdminAddr: ":8081", PublicURL: "https://Carpeta.example.org:8443/base",
	}
	if got := c.HostNames(); !slices.Equal(got, []string{"carpeta-backend", "api.interno", "carpeta.example.org"}) {
		t.Error(got)
	}
}
