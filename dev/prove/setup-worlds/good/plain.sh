# good: a server with an address of its own
setup
