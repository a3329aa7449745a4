# broken: a firewall lets nothing out to the authority that makes certificates
# expect: ways-out red 'Not reached: the authority of certificates' 'Let this server out'
forget acme-v02.api.letsencrypt.org A
say acme-v02.api.letsencrypt.org A 203.0.113.66
setup
