# broken: 2 GB of memory
# expect: memory red '4 GB'
memory 2015000
setup
