# broken: a CAA row lets another authority alone make certificates
# expect: certificate red 'CAA'
say anna.org CAA issue digicert.com
setup
