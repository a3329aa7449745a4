# broken: of two A rows one leads to another machine, so that every second visitor goes there
# expect: name red 'another machine (203.0.113.99' 'let concert.anna.org lead to this machine alone'
say concert.anna.org A 203.0.113.99
setup
