# broken: a disk of 6 GB, on which no image can be built
# expect: disk red 'The first build takes up to 8.0 GB' 'docker system df'
disk 6G 1
setup
