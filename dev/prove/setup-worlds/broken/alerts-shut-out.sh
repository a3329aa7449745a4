# broken: the port of alerts by email is closed, as at many providers of servers
# expect: ways-out red '587'
settings ALERT_EMAIL=anna@anna.org ALERT_SMTP=smtp.anna.org:587
say smtp.anna.org A 203.0.113.20
setup
