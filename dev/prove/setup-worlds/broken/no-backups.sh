# broken: a mistyped setting, by which no backup is made
# expect: switched-off red 'BACKUP_EVERY_MINUTES must be a number from 5 to 1440' 'Mend them'
settings BACKUP_EVERY_MINUTES=0
setup
