# good: two A rows, and both are of this server
ip addr add 203.0.113.11/24 dev door
say concert.anna.org A 203.0.113.11
setup
