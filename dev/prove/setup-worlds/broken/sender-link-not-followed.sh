# broken: nobody followed the link in the email that proves a single sender
# expect: sender-domain red 'the link in its email to this address has not been followed yet' 'Follow the link'
say api.sendgrid.com replace '"results":[]' '"results":[{"id":1,"from_email":"berta@berta.org","verified":false}]'
setup --sender berta@berta.org
