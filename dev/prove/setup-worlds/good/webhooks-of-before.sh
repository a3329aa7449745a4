# good: a webhook of another site stands at Stripe, and one of this site whose secret nobody knows any more
ready
endpoint https://shop.anna.org/
endpoint https://concert.anna.org/api/stripe-webhook
setup
