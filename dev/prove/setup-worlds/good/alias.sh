# good: the domain is a CNAME of a name that leads here, and CAA rows allow the authority that is asked
forget concert.anna.org A
say concert.anna.org CNAME server-7.anna.org
say server-7.anna.org A 203.0.113.10
say anna.org CAA issue letsencrypt.org
say anna.org CAA issuewild ';'
setup
