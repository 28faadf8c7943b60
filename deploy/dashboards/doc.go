// Package dashboards has the dashboards for Grafana: what each panel asks of Prometheus, in a form that people edit.
// The JSON that Grafana imports, *.json, is written from it by `make generate`.
//
// Imported by: tests.
package dashboards
