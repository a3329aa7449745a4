# broken: the A row leads everybody to their own machine
# expect: name red '127.0.0.1 is a private address' 'write the public address of this server in its place: 203.0.113.10'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
forget concert.anna.org A
say concert.anna.org A 127.0.0.1
setup
