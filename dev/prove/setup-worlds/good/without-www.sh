# good: nobody made a row for www
forget www.concert.anna.org A
setup
