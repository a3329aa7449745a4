# broken: the port of alerts by email is closed, as at many providers of servers
# expect: ways-out red 'the port of alerts (smtp.sendgrid.net:587): ECONNREFUSED' '443 and 587'
settings COMPOSE_PROFILES=monitoring
setup
