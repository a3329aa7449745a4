# broken: 2 GB of memory
# expect: memory red '1.9 GB of memory' 'Take a server of 4 GB or more'
memory 2015000
setup
