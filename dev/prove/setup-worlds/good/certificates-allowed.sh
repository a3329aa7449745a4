# good: a CAA row allows the authority that is asked
say anna.org CAA issue letsencrypt.org
say anna.org CAA issuewild ';'
setup
