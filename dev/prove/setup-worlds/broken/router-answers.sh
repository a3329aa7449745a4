# broken: the router shows its own page at port 80
# expect: name red 'another machine (203.0.113.10, where status 404 answers)' 'let it hand on the ports 80 and 443 to this machine'
# expect: www red 'another machine (203.0.113.10, where status 404 answers)' 'let it hand on the ports 80 and 443 to this machine'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
behind_router 443
outside ip addr add 203.0.113.10/32 dev lo
setup
