# broken: a restricted key that may give nothing back
# expect: stripe red 'lacks rights that the site needs: Charges and Refunds: write (rak_charge_write)' 'Give it these at https://dashboard.stripe.com/apikeys'
say stripe faults '{"keyLacks":"rak_charge_write"}'
setup --stripe-key rk_test_ownAccount
