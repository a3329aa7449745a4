# broken: SendGrid takes longer than anybody waits
# expect: sendgrid unknown 'no answer within 10 seconds' 'https://status.sendgrid.com'
# expect: sender unknown 'no answer within 10 seconds' 'https://status.sendgrid.com'
say api.sendgrid.com delay 30000
setup
