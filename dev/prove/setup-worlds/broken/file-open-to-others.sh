# broken: everybody on the server can read .env, where keys stand
# expect: rights red 'Others on this machine can read .env' 'chmod 600 .env'
settings SITE_PORT=8080
chmod 644 installation/.env
setup
