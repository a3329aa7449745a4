# broken: the domain has no row at all
# expect: name red 'concert.anna.org has no address in DNS' 'add an A record for concert.anna.org'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
forget concert.anna.org A
setup
