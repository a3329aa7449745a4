# broken: somebody on the way, or a page to sign in to the network, answers with a certificate of their own
# expect: stripe unknown 'Stripe does not answer as it should' 'run the same command again'
# expect: sendgrid unknown 'SendGrid does not answer as it should' 'run the same command again'
# expect: sender-domain unknown 'SendGrid does not answer as it should' 'run the same command again'
# expect: clock unknown 'No provider told its time' 'Mend the row "ways-out" first'
# expect: ways-out red 'answers in its place, with a certificate that is not its own' 'sign-in of the network'
AUTHORITY=/dev/null
setup
