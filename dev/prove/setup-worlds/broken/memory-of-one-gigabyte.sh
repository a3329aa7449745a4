# broken: 1 GB of memory
# expect: memory red '1.0 GB of memory' 'Take a server of 4 GB or more'
memory 1000000
setup
