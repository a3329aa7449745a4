# broken: the account of a live key is not active
# expect: stripe red 'This account cannot take payments yet' 'Finish its activation at https://dashboard.stripe.com/account/onboarding'
say stripe faults '{"chargesOff":true}'
setup --stripe-key sk_live_ownAccount
