# broken: SendGrid takes longer than anybody waits
# expect: sendgrid unknown 'no answer within 10 seconds' 'Check again in a minute'
# expect: sender-domain unknown 'no answer within 10 seconds' 'Check again in a minute'
# expect: ways-out red 'Not reached: SendGrid' 'its status page'
say api.sendgrid.com delay 30000
setup
