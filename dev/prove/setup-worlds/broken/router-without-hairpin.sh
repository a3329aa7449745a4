# broken: behind a router that leads nobody from inside back inside, so nothing can be known from here
# expect: name unknown 'gets no answer there, so whether that is its router or another machine cannot be seen from here' 'on a phone by mobile network'
# expect: www unknown 'gets no answer there, so whether that is its router or another machine cannot be seen from here' 'on a phone by mobile network'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
behind_router 80 443
outside iptables -I FORWARD -s 10.0.0.10 -j REJECT
setup
