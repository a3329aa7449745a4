# broken: Stripe answers 500
# expect: stripe unknown 'does not answer as it should when asked to tell whose the key is (status 500)' 'https://status.stripe.com'
say api.stripe.com status 500
say api.stripe.com page '{"error":{"message":"no"}}'
setup
