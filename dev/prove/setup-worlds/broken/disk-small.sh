# broken: a disk of 5 GB, on which no image can be built
# expect: disk red 'GB'
disk 5G 20
setup
