# good: Stripe and SendGrid take three seconds for each answer
say api.stripe.com delay 3000
say api.sendgrid.com delay 3000
setup
