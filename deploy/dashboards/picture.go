package dashboards

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// Series is what a query returned: points in the order of time, a step apart; NaN where there is none.
type Series struct {
	Legend string
	Points []float64
}

// The sizes of a picture, in pixels.
const (
	wide, high     = 400, 190 // of a panel, with its margin
	left, right    = 52, 14
	top, bottom    = 30, 44
	headingHeight  = 34
	seriesInLegend = 4
)

var colors = []string{"#2f6fb0", "#c4601d", "#3c8a4b", "#8a4fa3", "#b8982b", "#5b6770"}

// Picture draws a dashboard as SVG, for those who read about it and have no Grafana at hand. ask returns what a panel's
// queries draw.
func (b Board) Picture(ask func(Query) []Series) string {
	var out strings.Builder
	y := 0
	for _, row := range b.Rows {
		fmt.Fprintf(&out, `<text x="12" y="%d" class="h">%s</text>`+"\n", y+23, html.EscapeString(row.Title))
		y += headingHeight
		for i, p := range row.Panels {
			fmt.Fprintf(&out, `<g transform="translate(%d,%d)">`+"\n%s</g>\n", i%inARow*wide, y+i/inARow*high, p.picture(ask))
		}
		y += (len(row.Panels) + inARow - 1) / inARow * high
	}
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">
<style>.h{font-size:16px;font-weight:600}.t{font-weight:600}.l{fill:none;stroke-width:1.5}.a{fill:#68717a}.b{fill:#fff;stroke:#d5dae0}</style>
<rect width="100%%" height="100%%" fill="#f4f6f8"/>
<title>%s</title>
`
	return fmt.Sprintf(head, inARow*wide, y, html.EscapeString(b.Title)) + out.String() + "</svg>\n"
}

func (p Panel) picture(ask func(Query) []Series) string {
	var all []Series
	for _, q := range p.Queries {
		all = append(all, ask(q)...)
	}
	slices.SortStableFunc(all, func(a, b Series) int { return strings.Compare(a.Legend, b.Legend) })
	most := ceiling(all)
	var out strings.Builder
	fmt.Fprintf(&out, `<rect x="6" y="4" width="%d" height="%d" rx="4" class="b"/><text x="14" y="20" class="t">%s</text>`+"\n", wide-12, high-8, html.EscapeString(p.Title))
	for _, share := range []float64{0, .5, 1} {
		y := high - bottom - share*(high-top-bottom)
		fmt.Fprintf(&out, `<path d="M%d %.1fH%d" stroke="#e6e9ec"/><text x="%d" y="%.1f" text-anchor="end" class="a">%s</text>`+"\n", left, y, wide-right, left-5, y+4, written(most*share, p.Unit))
	}
	for i, s := range all {
		fmt.Fprintf(&out, `<path class="l" stroke="%s" d="%s"/>`+"\n", colors[i%len(colors)], path(s.Points, most))
	}
	for i, s := range all[:min(len(all), seriesInLegend)] {
		text := s.Legend
		if i == seriesInLegend-1 && len(all) > seriesInLegend {
			text = fmt.Sprintf("and %d more", len(all)-seriesInLegend+1)
		}
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", left+i%2*(wide-left)/2, high-bottom+18+i/2*14, colors[i%len(colors)], html.EscapeString(short(text)))
	}
	return out.String()
}

const longLegend = 26

func short(s string) string {
	if r := []rune(s); len(r) > longLegend {
		return string(r[:longLegend-1]) + "…"
	}
	return s
}

// ceiling is a round number above every point.
func ceiling(all []Series) float64 {
	most := 0.0
	for _, s := range all {
		for _, v := range s.Points {
			if !math.IsNaN(v) {
				most = max(most, v)
			}
		}
	}
	if most == 0 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{1, 2, 5} {
		if most <= times*unit {
			return times * unit
		}
	}
	return 10 * unit
}

func path(points []float64, most float64) string {
	var out strings.Builder
	pen := "M"
	for i, v := range points {
		if math.IsNaN(v) {
			pen = "M"
			continue
		}
		x := left + float64(i)/float64(max(len(points)-1, 1))*(wide-left-right)
		fmt.Fprintf(&out, "%s%.1f %.1f", pen, x, high-bottom-max(v, 0)/most*(high-top-bottom))
		pen = "L"
	}
	return out.String()
}

const hour = 3600

// written is a value with its unit.
func written(v float64, unit string) string {
	switch {
	case unit == "percentunit":
		return number(v*100) + " %"
	case unit == "bytes" && v >= 1<<30:
		return number(v/(1<<30)) + " GiB"
	case unit == "bytes" && v >= 1<<20:
		return number(v/(1<<20)) + " MiB"
	case unit == "s" && v < 1 && v > 0:
		return number(v*1000) + " ms"
	case unit == "s" && v >= 2*hour:
		return number(v/hour) + " h"
	case unit == "s" && v > 0:
		return number(v) + " s"
	case unit == "reqps" && v > 0:
		return number(v) + "/s"
	case v >= 1e6:
		return number(v/1e6) + " M"
	}
	return number(v)
}

// number has three digits that count; a large one has all of them.
func number(v float64) string {
	if v >= 999.5 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
