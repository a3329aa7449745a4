# broken: a plan of 100 emails a day
# expect: sendgrid advice '100 emails a day are too few' 'Take a plan of 1,000 a day or more'
say api.sendgrid.com replace '"total":50000' '"total":3000'
setup
