# broken: a firewall lets nothing out to Stripe
# expect: stripe unknown 'Stripe does not answer as it should' 'https://status.stripe.com'
# expect: ways-out red 'Not reached: Stripe' 'Let this server out'
forget api.stripe.com A
say api.stripe.com A 203.0.113.66
setup
