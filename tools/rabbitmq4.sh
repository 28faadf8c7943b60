#!/usr/bin/env bash
# rabbitmq4.sh DIR makes DIR/usr: the /usr of Debian 13, whose RabbitMQ is a 4.0. The tests run it beside this
# machine's own (CARPETA_TEST_RABBITMQ_USR=DIR/usr). It takes two minutes, once, from the mirror that apt has here.
set -euo pipefail
dir=$1
here=$(dirname "$0")
programs() { compgen -G "$1/usr/lib/rabbitmq/lib/rabbitmq_server-4.*/sbin/rabbitmq-server" >/dev/null; }
if programs "$dir"; then exit 0; fi
if [ "$(id -u)" != 0 ]; then echo "RabbitMQ 4 needs root here: to install a Debian 13 into $dir, and to run its programs" >&2; exit 1; fi
"$here/paquetes.sh" debootstrap
mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' | awk '$2 == "Debian" && $3 == "main" { print $1; exit }')
if [ -z "$mirror" ]; then echo "apt names no mirror of Debian here: RabbitMQ 4 cannot be installed" >&2; exit 1; fi
# Under a name of its own until it is whole: what was interrupted never looks finished.
mkdir -p "$(dirname "$dir")"
partial=$(mktemp -d "$dir.XXXXXX")
trap 'rm -rf "$partial"' EXIT
install() { # a second try begins with nothing: debootstrap goes on from no half
  find "$partial" -mindepth 1 -delete
  debootstrap --variant=minbase --include=rabbitmq-server trixie "$partial" "$mirror" >"$dir.log"
}
echo "installing Debian 13's RabbitMQ into $dir (once, about two minutes)…"
install || { sleep 20; install; } || { tail -n 20 "$dir.log" >&2; exit 1; }
programs "$partial" || { echo "Debian's package is no RabbitMQ 4 any more" >&2; exit 1; }
# Only /usr is needed: it is put over this machine's own, and the rest stays this machine's.
find "$partial" -mindepth 1 -maxdepth 1 ! -name usr -exec rm -rf {} +
chmod 755 "$partial"
rm -rf "$dir"
mv "$partial" "$dir"
