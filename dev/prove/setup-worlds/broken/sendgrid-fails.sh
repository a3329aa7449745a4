# broken: SendGrid answers 503
# expect: sendgrid unknown 'status 503' 'https://status.sendgrid.com'
# expect: sender unknown 'status 503' 'https://status.sendgrid.com'
say api.sendgrid.com status 503
setup
