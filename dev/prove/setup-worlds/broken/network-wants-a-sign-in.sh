# broken: the network shows its own page in place of everything
# expect: stripe unknown 'a page' 'sign in'
# expect: sendgrid unknown 'a page' 'sign in'
# expect: sender unknown 'a page' 'sign in'
say api.stripe.com page '<title>Please sign in to this network</title>'
say api.sendgrid.com page '<title>Please sign in to this network</title>'
setup
