#!/usr/bin/env bash
# Installs schemathesis, which asks the REST face what nobody thought of, and prints its path. tools/python.sh says what
# is missing.
set -euo pipefail
python=$("$(dirname "$0")/python.sh" schemathesis)
echo "$(dirname "$python")/schemathesis"
