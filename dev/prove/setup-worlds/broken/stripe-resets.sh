# broken: the connection to Stripe is cut each time
# expect: stripe unknown 'Stripe does not answer as it should' 'https://status.stripe.com'
# expect: ways-out red 'Not reached: Stripe' 'its status page'
say api.stripe.com reset
setup
