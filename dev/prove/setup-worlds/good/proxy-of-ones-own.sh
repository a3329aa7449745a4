# good: a proxy of one's own on the same machine, without the profile `domain`
hold 80
hold 443
settings PUBLIC_ORIGIN=https://concert.anna.org TRUSTED_PROXIES=172.18.0.1
setup
