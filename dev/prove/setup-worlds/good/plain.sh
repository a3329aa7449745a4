# good: the least that is asked for, two cores and what a kernel shows of 4 GB, with an address of its own
setup
