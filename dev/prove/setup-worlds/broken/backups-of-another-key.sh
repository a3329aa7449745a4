# broken: beside the backups lies what only another BACKUP_KEY opens
# expect: backup red 'BACKUP_KEY'
settings BACKUP_KEY=0000000000000000000000000000000000000000000000000000000000000000
setup
