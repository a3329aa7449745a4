# broken: the name server of the domain answers SERVFAIL, as after a mistake in DNSSEC
# expect: name unknown 'ESERVFAIL' 'DNS'
# expect: doors unknown 'ESERVFAIL' 'DNS'
say concert.anna.org SERVFAIL
setup
