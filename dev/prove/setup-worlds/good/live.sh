# good: a live key, and all in order
setup --stripe-key sk_live_ownAccount
