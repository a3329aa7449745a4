# broken: in SendGrid's place a page for people comes, as while somebody on the way mends something
# expect: sendgrid unknown 'SendGrid does not answer as it should' 'https://status.sendgrid.com'
# expect: sender-domain unknown 'SendGrid does not answer as it should' 'https://status.sendgrid.com'
say api.sendgrid.com page '<title>Back soon</title>'
setup
