# broken: the domain leads to another machine, where a web server answers
# expect: name red 'another machine (203.0.113.99, where status 404 answers); this one has 203.0.113.10' 'let concert.anna.org lead to this machine alone'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
forget concert.anna.org A
say concert.anna.org A 203.0.113.99
setup
