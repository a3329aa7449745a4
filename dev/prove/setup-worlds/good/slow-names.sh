# good: the name server takes two seconds
say concert.anna.org SLOW 2000
setup
