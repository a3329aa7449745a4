# broken: the engine made a folder in place of the missing .env
# expect: rights red '.env is a folder' 'rmdir .env'
mkdir installation/.env
setup
