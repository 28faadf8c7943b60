package dashboards

import (
	"bytes"
	"encoding/json"
)

// What Grafana's JSON calls things. Version 39 of its schema is that of Grafana 10 and later.
type (
	object map[string]any
	list   []any
)

const (
	schema       = 39
	across       = 24 // columns of a dashboard
	inARow       = 3  // panels
	panelHeight  = 8
	headingsHigh = 1
)

var source = object{"type": "prometheus", "uid": "${datasource}"}

// JSON is the dashboard as Grafana imports it; the same bytes each time.
func (b Board) JSON() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(object{
		"uid": "carpeta-" + b.Name, "title": "Carpeta Ciudadana: " + b.Title, "description": b.Help, "tags": list{"carpeta"},
		"schemaVersion": schema, "editable": true, "refresh": "30s", "time": object{"from": "now-3h", "to": "now"},
		"templating": object{"list": list{
			object{"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"},
			object{"name": "job", "label": "Job", "type": "query", "datasource": source, "query": "label_values(carpeta_subscriptions, job)",
				"refresh": 2, "includeAll": true, "multi": true, "current": object{"text": "All", "value": "$__all"}},
		}},
		"links":  list{object{"type": "dashboards", "tags": list{"carpeta"}, "title": "Carpeta", "asDropdown": true, "keepTime": true}},
		"panels": b.panels(),
	})
	return out.Bytes(), err
}

func (b Board) panels() (out list) {
	y := 0
	for _, row := range b.Rows {
		out = append(out, object{"id": len(out) + 1, "type": "row", "title": row.Title, "collapsed": false, "panels": list{}, "gridPos": place(0, y, across, headingsHigh)})
		y += headingsHigh
		for i, p := range row.Panels {
			const width = across / inARow
			out = append(out, p.json(len(out)+1, place(i%inARow*width, y+i/inARow*panelHeight, width, panelHeight)))
		}
		y += (len(row.Panels) + inARow - 1) / inARow * panelHeight
	}
	return out
}

func place(x, y, w, h int) object { return object{"x": x, "y": y, "w": w, "h": h} }

func (p Panel) json(id int, at object) object {
	queries := list{}
	for i, q := range p.Queries {
		queries = append(queries, object{"refId": string(rune('A' + i)), "expr": q.Expr, "legendFormat": q.Legend, "datasource": source, "exemplar": true})
	}
	return object{
		"id": id, "type": "timeseries", "title": p.Title, "description": p.Help, "datasource": source, "gridPos": at, "targets": queries,
		"fieldConfig": object{"defaults": object{"unit": p.Unit, "custom": object{"fillOpacity": 8, "showPoints": "never", "spanNulls": false}}, "overrides": list{}},
		"options":     object{"legend": object{"displayMode": "list", "placement": "bottom"}, "tooltip": object{"mode": "multi", "sort": "desc"}},
	}
}
