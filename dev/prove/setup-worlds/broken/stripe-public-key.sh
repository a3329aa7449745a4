# broken: the key that everyone may know
# expect: stripe red 'not a Stripe secret key' 'pk_ is the one that everyone may know'
# expect: settings red 'STRIPE_SECRET_KEY must be one secret key of Stripe' 'copy it from https://dashboard.stripe.com/apikeys'
setup --stripe-key pk_test_ownAccount
