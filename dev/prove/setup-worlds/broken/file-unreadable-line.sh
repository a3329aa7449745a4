# broken: a line of .env is no setting
# expect: env-file red 'Line 2 is no setting' 'Mend these lines in .env'
settings CONTACT_EMAIL=anna@anna.org 'SITE PORT 8080'
setup
