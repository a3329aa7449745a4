# broken: a CAA row of the domain above lets another authority alone make certificates
# expect: caa red 'The CAA records of anna.org allow only digicert.com' 'add the CAA record'
say anna.org CAA issue digicert.com
setup
