# broken: the account may have no further webhook endpoint
# expect: stripe red '16 webhook endpoints' 'https://dashboard.stripe.com/webhooks'
ready
for number in $(seq 16); do endpoint "https://shop$number.anna.org/"; done
setup
