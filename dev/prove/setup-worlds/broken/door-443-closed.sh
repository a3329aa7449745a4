# broken: the router does not pass port 443 on
# expect: doors red 'Nobody answers at port 443 at 203.0.113.10' 'Open both ports'
behind_router 80
setup
