# broken: a key that may not send
# expect: sendgrid red 'lacks rights that the site needs: mail.send' 'give it Mail Send'
say api.sendgrid.com replace '"mail.send",' ''
setup
