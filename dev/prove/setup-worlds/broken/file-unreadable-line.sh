# broken: a line of .env is no setting
# expect: files red 'line 2'
settings CONTACT_EMAIL=anna@anna.org 'SITE PORT 8080'
setup
