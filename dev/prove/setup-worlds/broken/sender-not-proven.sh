# broken: the rows that prove the sender's domain are not in DNS
# expect: sender-domain red 'has not found the records that verify anna.org. Missing in DNS' 'Add them at your DNS provider, press Verify'
say api.sendgrid.com replace '"valid":true,"dns":{}' \
  '"valid":false,"dns":{"dkim1":{"valid":false,"type":"cname","host":"s1._domainkey.anna.org","data":"s1.domainkey.u7.wl.sendgrid.net"}}'
setup
