# broken: the A row holds the address inside the network at home
# expect: name red '10.0.0.10 is a private address' 'write the public address of this server in its place: 203.0.113.10'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
ip addr add 10.0.0.10/24 dev door
forget concert.anna.org A
say concert.anna.org A 10.0.0.10
setup
