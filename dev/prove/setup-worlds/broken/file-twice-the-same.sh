# broken: a setting stands twice in .env, with different values
# expect: env-file red 'SITE_PORT stands in line 1 and in line 2' 'Mend these lines in .env'
settings SITE_PORT=8080 SITE_PORT=9090
setup
