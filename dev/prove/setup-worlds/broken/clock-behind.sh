# broken: the server's clock is six minutes behind, so that no signature of a provider holds
# expect: clock red '360'
say api.stripe.com clock 360
setup
