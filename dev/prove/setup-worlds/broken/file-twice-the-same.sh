# broken: a setting stands twice in .env, with different values
# expect: files red 'SITE_PORT'
settings SITE_PORT=8080 SITE_PORT=9090
setup
