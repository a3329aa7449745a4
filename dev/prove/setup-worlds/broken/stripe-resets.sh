# broken: the connection to Stripe is cut each time
# expect: stripe unknown 'no answer' 'https://status.stripe.com'
say api.stripe.com reset
setup
