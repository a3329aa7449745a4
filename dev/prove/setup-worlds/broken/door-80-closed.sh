# broken: the router does not pass port 80 on
# expect: name unknown 'gets no answer there, so whether that is its router or another machine cannot be seen from here' 'on a phone by mobile network'
# expect: www unknown 'gets no answer there, so whether that is its router or another machine cannot be seen from here' 'on a phone by mobile network'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
behind_router 443
setup
