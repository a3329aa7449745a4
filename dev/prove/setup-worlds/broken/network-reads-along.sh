# broken: somebody on the way answers with a certificate of their own
# expect: stripe unknown 'certificate' 'firewall'
# expect: sendgrid unknown 'certificate' 'firewall'
# expect: sender unknown 'certificate' 'firewall'
AUTHORITY=/dev/null setup
