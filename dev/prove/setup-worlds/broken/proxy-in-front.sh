# broken: a proxy of a provider stands in front of this server
# expect: name advice 'Cloudflare stands in front of this machine' 'let concert.anna.org lead here itself'
forget concert.anna.org A
say concert.anna.org A 203.0.113.99
say concert.anna.org header cf-ray 8f1
say concert.anna.org behind http://203.0.113.10
setup
