# broken: a firewall lets nothing out to the authority that makes certificates
# expect: ways-out red 'letsencrypt'
forget acme-v02.api.letsencrypt.org A
say acme-v02.api.letsencrypt.org A 203.0.113.66
setup
