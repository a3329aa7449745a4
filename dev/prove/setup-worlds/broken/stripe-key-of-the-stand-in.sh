# broken: the key of the stand-in
# expect: stripe red 'not a Stripe secret key' 'Copy one from https://dashboard.stripe.com/apikeys'
setup --stripe-key sk_test_standin_1
