# broken: a firewall lets nothing out to Stripe
# expect: stripe unknown 'no answer' 'https://status.stripe.com'
forget api.stripe.com A
say api.stripe.com A 203.0.113.66
setup
