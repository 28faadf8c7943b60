#!/bin/bash
# What somebody tries who has taken the program over. It runs in the place of the program, under the lines of its unit,
# and writes what became of each try into its folder.
out=$STATE_DIRECTORY/attempts
try() {
  local name=$1
  shift
  if error=$("$@" 2>&1 </dev/null); then echo "$name: allowed"; else echo "$name: refused: ${error//$'\n'/ }"; fi >>"$out"
}
: >"$out"
try "write into its folder" touch "$STATE_DIRECTORY/x"
try "write into a temporary folder" touch /tmp/x
try "read a program" head -c 1 /usr/bin/env
try "write a program" touch /usr/local/bin/x
try "write a setting" touch /etc/x
try "write beside its folder" touch /var/lib/x
try "read the settings" cat /etc/carpeta/carpeta.env
try "read the key" cat /etc/carpeta/tls.key
try "read root's folder" ls /root/
try "read somebody's folder" ls /home/alguien
try "see another process" cat /proc/1/cmdline
try "make a device" mknod "$STATE_DIRECTORY/d" c 1 3
try "make a program of another account" chmod u+s "$STATE_DIRECTORY/x"
try "set the clock" date -s 2030-01-01
try "change the hostname" hostname otro
try "begin namespaces" unshare --user true
try "mount" mount -t tmpfs none /tmp
try "change the kernel" bash -c 'echo 1 >/proc/sys/kernel/panic'
try "ask the kernel for its network" ip link
exit 0
