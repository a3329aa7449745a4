# broken: 1 GB of memory
# expect: memory red '4 GB'
memory 1000000
setup
