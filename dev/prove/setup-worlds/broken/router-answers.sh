# broken: the router shows its own page at port 80
# expect: name unknown 'gets no answer there, so whether that is its router or another machine cannot be seen from here' 'on a phone by mobile network'
# expect: www unknown 'gets no answer there, so whether that is its router or another machine cannot be seen from here' 'on a phone by mobile network'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
behind_router 443
outside ip addr add 203.0.113.10/32 dev lo
setup
