# broken: the disk is full to 96 %
# expect: disk red '96 % are used: the database is about to stop' 'docker builder prune'
disk 50G 96
setup
