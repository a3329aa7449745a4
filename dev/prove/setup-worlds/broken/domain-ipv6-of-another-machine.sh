# broken: the AAAA row is left over from the server before, which still answers
# expect: name red 'another machine (2001:db8::20' 'let concert.anna.org lead to this machine alone'
ip addr add 2001:db8::10/64 dev door nodad
say concert.anna.org AAAA 2001:db8:0:0:0:0:0:20
setup
