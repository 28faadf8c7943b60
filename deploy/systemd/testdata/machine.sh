#!/usr/bin/env bash
# machine.sh ROOT ETC PROGRAM: becomes systemd, the first process of a machine of its own, which has this one's /usr and
# nothing else of it. Run it in new namespaces (mount, pid, network, hostname, ipc, cgroup). ROOT is an empty folder,
# ETC is put into /etc, PROGRAM is /usr/local/bin/carpeta; what is beside it is there too.
set -euo pipefail
root=$1 etc=$2 program=$3
mount --make-rprivate /
mount -t tmpfs -o mode=755 raiz "$root"
cd "$root"
mkdir usr etc var run tmp proc sys dev root home mnt
chmod 700 root
chmod 1777 tmp
mkdir -p var/lib var/log var/tmp var/cache home/alguien
chmod 1777 var/tmp
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then cp -a "/$name" "$name"; fi
done
mount --bind /usr usr
mount -o remount,bind,ro usr
mount -t tmpfs -o mode=755 local usr/local
mkdir usr/local/bin
cp "$program" usr/local/bin/carpeta
cp "$etc"/../bin/* usr/local/bin/
chmod 755 usr/local/bin/*
cp -a "$etc"/. etc/
chown -R root:root etc
cp /etc/ld.so.cache etc/
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755,nosuid dev dev
for name in null zero full random urandom tty; do
  cp -a "/dev/$name" "dev/$name"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=1777 shm dev/shm
mount -t tmpfs -o mode=755 run run
pivot_root . mnt
cd /
umount -l /mnt
mount --make-rshared / # as systemd does on a machine that is no container: credentials come to a unit through it
exec env -i container=prueba PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --show-status=no --log-level=warning --default-standard-output=journal
