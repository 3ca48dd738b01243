/**
 * Stand-ins for systemd's programs on test machines, where systemd does not run: they read units and properties as far as docs/operate
 * uses them, without systemd's sandboxing.
 */
export const standIns: Readonly<Record<string, string>> = {
  /** `systemd-run --uid=U --property=EnvironmentFile=F --setenv=K=V COMMAND…`, in the foreground. */
  'systemd-run': `#!/bin/bash
set -e
user=root
declare -A env=([PATH]=/usr/bin:/bin)
read_file() { while IFS= read -r line; do [[ $line == [A-Za-z_]*=* ]] && env[\${line%%=*}]=\${line#*=}; done < "$1"; true; }
while [[ $1 == --* ]]; do
  case $1 in
    --uid=*) user=\${1#*=} ;;
    --property=EnvironmentFile=*) read_file "\${1#--property=EnvironmentFile=}" ;;
    --setenv=*) pair=\${1#--setenv=}; env[\${pair%%=*}]=\${pair#*=} ;;
    --pipe | --wait | --quiet) ;;
    *) echo "systemd-run here does not know $1" >&2; exit 1 ;;
  esac
  shift
done
pairs=()
for name in "\${!env[@]}"; do pairs+=("$name=\${env[$name]}"); done
cd /
exec setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all env -i "\${pairs[@]}" "$@"
`,
  /** `enable --now`, `start`, `restart` and `stop` of millwright, from its unit, and `restart` of haproxy. */
  systemctl: `#!/bin/bash
set -e
verb=$1; unit=\${!#}
if [[ $unit == haproxy ]]; then
  mkdir -p /run/haproxy
  exec haproxy -D -f /etc/haproxy/haproxy.cfg
fi
of() { sed -n "s/^$1=-\\?//p" "/etc/systemd/system/$unit.service"; }
if [[ $verb == restart || $verb == stop ]]; then
  kill "$(cat "/run/$unit.pid")"
  while kill -0 "$(cat "/run/$unit.pid")" 2> /dev/null; do sleep 0.1; done
  [[ $verb == stop ]] && exit
fi
install -d -o "$(of User)" -g "$(of Group)" -m "$(of StateDirectoryMode)" "/var/lib/$(of StateDirectory)"
touch "/run/$unit.journal"
settings=()
for pair in $(of Environment); do settings+=("--setenv=$pair"); done
umask "$(of UMask)"
setsid /usr/local/bin/systemd-run --uid="$(of User)" --property=EnvironmentFile="$(of EnvironmentFile)" "\${settings[@]}" $(of ExecStart) >> "/run/$unit.journal" 2>&1 < /dev/null &
echo $! > "/run/$unit.pid"
`,
  journalctl: `#!/bin/bash
for ((i = 1; i <= $#; i++)); do
  if [[ \${!i} == --unit || \${!i} == -u ]]; then next=$((i + 1)); exec cat "/run/\${!next}.journal"; fi
done
exit 1
`,
  /** Switches to the user of Debian's servers without a password. */
  sudo: `#!/bin/bash
[[ $1 == -u ]] && exec setpriv --reuid="$2" --regid="$2" --init-groups "\${@:3}"
exit 1
`,
}
