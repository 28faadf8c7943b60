#!/bin/sh
# Makes the server's user on a MinIO, with the policy beside this file. What is there already is brought up to date.
#
#   MINIO_URL=http://127.0.0.1:9000 MINIO_ROOT_USER=… MINIO_ROOT_PASSWORD=… \
#   CARPETA_S3_ACCESS_KEY=… CARPETA_S3_SECRET_KEY=… sh deploy/minio/keys.sh
#
# It needs mc, MinIO's client, which the image of MinIO has.
set -eu

: "${MINIO_URL:?} ${MINIO_ROOT_USER:?} ${MINIO_ROOT_PASSWORD:?} ${CARPETA_S3_ACCESS_KEY:?} ${CARPETA_S3_SECRET_KEY:?}"

# mc keeps what it is told in a folder: ours goes away with this script.
settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT
mc() { command mc --quiet --config-dir "$settings" "$@"; }

mc alias set store "$MINIO_URL" "$MINIO_ROOT_USER" "$MINIO_ROOT_PASSWORD"
mc admin policy create store carpeta "$(dirname "$0")/carpeta.json"
mc admin user add store "$CARPETA_S3_ACCESS_KEY" "$CARPETA_S3_SECRET_KEY"
if ! mc admin policy attach store carpeta --user "$CARPETA_S3_ACCESS_KEY"; then
  # It is an error to attach a policy twice.
  case $(mc --json admin policy entities store --user "$CARPETA_S3_ACCESS_KEY") in
    *'"policies":["carpeta"]'*) ;;
    *) exit 1 ;;
  esac
fi
