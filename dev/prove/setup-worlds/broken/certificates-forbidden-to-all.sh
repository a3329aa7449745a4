# broken: a CAA row of the domain itself forbids every certificate
# expect: certificate red 'CAA'
say concert.anna.org CAA issue ';'
say anna.org CAA issue letsencrypt.org
setup
