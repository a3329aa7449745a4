# good: behind a router that leads back inside
behind_router 80 443
setup
