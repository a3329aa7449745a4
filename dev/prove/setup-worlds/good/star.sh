# good: one row with a star for all names
forget concert.anna.org A
forget www.concert.anna.org A
say *.anna.org A 203.0.113.10
setup
