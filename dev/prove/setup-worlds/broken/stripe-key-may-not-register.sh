# broken: a restricted key that may not register the webhook
# expect: stripe red 'Webhook Endpoints: write (rak_webhook_write)' 'Give it these at https://dashboard.stripe.com/apikeys'
say stripe faults '{"keyLacks":"rak_webhook_write"}'
setup --stripe-key rk_test_ownAccount
