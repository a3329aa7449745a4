# broken: a live key would be sent to another server
# expect: stripe red 'STRIPE_API_URL names another server' 'Take STRIPE_API_URL away'
# expect: settings red 'STRIPE_API_URL must be left out beside a live STRIPE_SECRET_KEY' 'Mend them in .env'
settings STRIPE_API_URL=http://203.0.113.20
setup --stripe-key sk_live_ownAccount
