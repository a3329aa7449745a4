# broken: a key that SendGrid does not know any more
# expect: sendgrid red 'SendGrid does not know this key' 'Make one at'
# expect: sender red 'SendGrid does not know this key' 'Make one at'
setup --sendgrid-key SG.revoked
