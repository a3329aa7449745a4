# broken: a password with a dollar, which the engine takes for another setting
# expect: env-file red 'a $ in GRAFANA_PASSWORD' 'Mend these lines in .env'
settings 'GRAFANA_PASSWORD=ab$cd'
setup
