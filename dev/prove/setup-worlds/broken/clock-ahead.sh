# broken: the server's clock is two hours ahead
# expect: clock red '7200'
say api.stripe.com clock -7200
setup
