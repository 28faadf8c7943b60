#!/usr/bin/env bash
# Fails if a generated or formatted file differs from what is committed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools/insistir.sh go mod download

unformatted=$(gofmt -l $(git ls-files '*.go' | grep -v -e '\.generated\.go$' -e models_gen.go))
[ -z "$unformatted" ] || { echo "run gofmt -w on:"; echo "$unformatted"; exit 1; }

# Generation needs the whole module in place: copy what git knows, generate, compare.
git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - 2>/dev/null | tar -xf - -C "$work"
(cd "$work" && tools/generar.sh)
diff -ru graph "$work/graph" && diff -ru resolvers "$work/resolvers" || { echo "run make generate"; exit 1; }

(cd "$work" && go run ./tools/escala)
diff docs/escala.md "$work/docs/escala.md" || { echo "run make generate"; exit 1; }

# The types and manifests of the client kit and of the application come from schema/.
if [ -d web/node_modules ]; then
  ln -s "$PWD/web/node_modules" "$work/web/node_modules"
  made="packages/cliente/src/generado app/src/shared/generado app/src/features/operador/generado ejemplos/relay/generado"
  (cd "$work/web" && rm -rf $made && npm run --silent codegen >/dev/null)
  for of in $made; do
    diff -ru "web/$of" "$work/web/$of" || { echo "run make web-generate"; exit 1; }
  done
elif [ -n "${CI:-}" ]; then
  echo "web/node_modules is missing: the client kit cannot be checked"; exit 1
else
  echo "web/node_modules is missing: the client kit is NOT checked"
fi

cp go.mod go.sum "$work/"
(cd "$work" && tools/insistir.sh go mod tidy)
diff go.mod "$work/go.mod" && diff go.sum "$work/go.sum" || { echo "run go mod tidy"; exit 1; }
echo "verify: generated files, go.mod and formatting are up to date"
