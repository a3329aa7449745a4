# good: a restricted key with every right that is needed
setup --stripe-key rk_test_ownAccount
