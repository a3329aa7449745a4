# broken: in Stripe's place a page for people comes, as while somebody on the way mends something
# expect: stripe unknown 'Stripe does not answer as it should' 'https://status.stripe.com'
say api.stripe.com page '<title>Back soon</title>'
setup
