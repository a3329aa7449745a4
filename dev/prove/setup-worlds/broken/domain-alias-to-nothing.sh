# broken: the domain is a CNAME of a name that is gone
# expect: name red 'concert.anna.org has no address in DNS' 'add an A record'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
forget concert.anna.org A
say concert.anna.org CNAME old-host.anna.org
setup
