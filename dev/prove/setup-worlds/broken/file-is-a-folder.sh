# broken: the engine made a folder in place of the missing .env
# expect: files red '.env'
mkdir installation/.env
setup
