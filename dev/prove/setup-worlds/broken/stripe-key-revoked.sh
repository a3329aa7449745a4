# broken: a key that Stripe does not know any more
# expect: stripe red 'Stripe does not know this key' 'Copy a secret key'
say api.stripe.com status 401
say api.stripe.com page '{"error":{"message":"no"}}'
setup
