# Plays a world in namespaces of its own (experiments/setup.ts): a server `house`, at the end of a street that leads to the outside. $1 is the
# world's script. In the folder where this runs, `world` says what the outside is like (outside.ts), and `installation` is the server's.
HERE=$(dirname "$0")
ROOT=$HERE/../../..

if [ "${2:-}" != inside ]; then
  mkdir -p /run/netns installation
  mount -t tmpfs none /run/netns
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=outside -keyout own.key -out own.crt -addext \
    subjectAltName=DNS:api.stripe.com,DNS:api.sendgrid.com,DNS:accounts.google.com,DNS:acme-v02.api.letsencrypt.org,DNS:acme-staging-v02.api.letsencrypt.org,DNS:registry-1.docker.io 2>/dev/null
  ip link set lo up
  for address in 203.0.113.20 203.0.113.53 203.0.113.99 2001:db8::20; do ip addr add "$address" dev lo; done
  echo 1 >/proc/sys/net/ipv4/ip_forward
  ip netns add house
  ip link add street type veth peer name door netns house
  ip addr add 203.0.113.1/24 dev street
  ip addr add 2001:db8::1/64 dev street nodad
  ip link set street up
  ip -n house link set lo up
  ip -n house link set door up
  ip -n house addr add 203.0.113.10/24 dev door
  ip -n house route add default via 203.0.113.1
  : >world
  "$NODE" "$HERE/outside.ts" &
  exec env OUTSIDE=$! ip netns exec house sh -eu "$0" "$1" inside
fi

# say NAME TYPE VALUE
say() { echo "$*" >>world; }
# forget NAME TYPE
forget() { sed -i "/^$1 $2 /d" world; }
outside() { nsenter --net="/proc/$OUTSIDE/ns/net" "$@"; }
# fact FILE: what the system says there, from standard input
fact() { cat >"fact$(echo "$1" | tr / -)" && mount --bind "fact$(echo "$1" | tr / -)" "$1"; }
# kernel VERSION
kernel() { echo "$1" | fact /proc/sys/kernel/osrelease; }
# memory KB
memory() { sed "s/^MemTotal:.*/MemTotal: $1 kB/" /proc/meminfo | fact /proc/meminfo; }
# disk SIZE PERCENT: of the disk of the installation, and how full it is
disk() {
  truncate -s "$1" disk.img && mkfs.ext4 -q -m 0 disk.img && mount -o loop disk.img installation
  fallocate -l "$(($(stat -f -c '%a * %S' installation) * $2 / 100))" installation/full
}
# settings LINE…: what stands in .env
settings() { (umask 077 && printf '%s\n' "$@" >installation/.env); }
# hold PORT: a web server that is not ours
hold() {
  printf 'HTTP/1.0 404 Not Found\r\nServer: nginx\r\n\r\n' >held
  socat -U "TCP-LISTEN:$1,fork,reuseaddr" OPEN:held &
  until ss -ltn | grep -q ":$1 "; do sleep 0.05; done
}
# behind_router PORT…: a private address, and a router that passes these on
behind_router() {
  ip addr flush dev door
  ip addr add 10.0.0.10/24 dev door
  ip route add default via 10.0.0.1
  outside ip addr add 10.0.0.1/24 dev street
  outside iptables -t nat -A POSTROUTING -s 10.0.0.0/24 -j MASQUERADE
  for port in "$@"; do outside iptables -t nat -A PREROUTING -d 203.0.113.10 -p tcp --dport "$port" -j DNAT --to 10.0.0.10; done
}
# google ERROR: what its token endpoint answers
google() { say accounts.google.com page "{\"token_endpoint\":\"https://accounts.google.com/token\",\"error\":\"$1\"}"; }
# ready: the outside answers from now on
ready() { until [ -e ready ]; do sleep 0.05; done; }
# endpoint ADDRESS: registers it at Stripe, as another installation did
endpoint() { curl -sS -o made --cacert own.crt https://api.stripe.com/v1/webhook_endpoints -u sk_test_own: -d "url=$1" -d 'enabled_events[]=*'; }
# play COMMAND…: the set-up as the container runs it. What stood before is kept beside, to compare.
play() {
  [ ! -f installation/.env ] || cp installation/.env before
  ready
  code=0
  "$@" >seen 2>&1 || code=$?
  [ "$code" != 0 ] || [ "$(stat -c '%a %u' installation/.env)" = "600 $(stat -c %u installation)" ] || code='0, and others may read .env'
  echo "$code" >code
}
program() {
  echo "env -i PATH=$PATH HOME=$HOME SETUP_FILE=$PWD/installation/.env NODE_EXTRA_CA_CERTS=${AUTHORITY:-$PWD/own.crt}" \
    "timeout --foreground 90 ${RUN:-} $NODE $ROOT/deploy/setup.ts"
}
# setup OPTION…: without a terminal, by these answers and those given
setup() {
  play $(program) --domain concert.anna.org --admin anna@anna.org --stripe-key sk_test_ownAccount \
    --sendgrid-key SG.ownAccount --sender tickets@anna.org "$@" </dev/null
}
# typed LINE…: by a person at a terminal
typed() { printf '%s\n' "$@" | play script -qec "$(program)" /dev/null; }

if [ -n "${CONTROL:-}" ]; then
  sed 's/answer?.body === body/answer/' "$ROOT/deploy/checks/name.ts" >name.ts
  cmp -s name.ts "$ROOT/deploy/checks/name.ts" && exit 1
  mount --bind name.ts "$ROOT/deploy/checks/name.ts"
fi
echo 'nameserver 203.0.113.53' >resolv.conf
mount --bind resolv.conf /etc/resolv.conf
for host in api.stripe.com api.sendgrid.com smtp.sendgrid.net accounts.google.com acme-v02.api.letsencrypt.org registry-1.docker.io; do say "$host A 203.0.113.20"; done
say concert.anna.org A 203.0.113.10
say www.concert.anna.org A 203.0.113.10
say _dmarc.anna.org TXT 'v=DMARC1; p=none'
say api.sendgrid.com replace concert.example anna.org
# The least that is asked for, whatever this machine is.
memory 3915000
kernel 6.1.0-37-amd64
. "$1"
