# good: 4 GB as sold, of which the kernel shows 3.8, and two cores
memory 3915000
setup
