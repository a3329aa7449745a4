# broken: the disk is full to 96 %
# expect: disk red 'GB'
disk 50G 96
setup
