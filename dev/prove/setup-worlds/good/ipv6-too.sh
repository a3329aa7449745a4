# good: IPv6, and its row in DNS
ip addr add 2001:db8::10/64 dev door nodad
ip route add default via 2001:db8::1
say concert.anna.org AAAA 2001:db8:0:0:0:0:0:10
setup
