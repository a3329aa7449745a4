# good: everything stands, and setup is run once more
setup
setup
