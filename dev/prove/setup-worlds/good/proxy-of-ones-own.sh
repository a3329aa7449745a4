# good: a proxy of one's own holds the ports, and the profile `domain` is not used
hold 80
hold 443
settings PUBLIC_ORIGIN=https://concert.anna.org TRUSTED_PROXIES=172.18.0.1
setup
