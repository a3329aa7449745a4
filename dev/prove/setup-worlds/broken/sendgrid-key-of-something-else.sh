# broken: the key of another provider
# expect: sendgrid red 'not a SendGrid key' 'it begins with SG.'
# expect: settings red 'SENDGRID_API_KEY must be a key of SendGrid' 'make one at'
setup --sendgrid-key sk_test_ownAccount
