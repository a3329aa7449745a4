# broken: the AAAA row leads to an address that this server does not have
# expect: name red '2001:db8::99 is an IPv6 address, and this machine has none' 'take the AAAA record of concert.anna.org away'
say concert.anna.org AAAA 2001:db8:0:0:0:0:0:99
setup
