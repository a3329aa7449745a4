# broken: the name server of the domain answers SERVFAIL, as after a mistake in DNSSEC
# expect: name unknown 'gives no answer about concert.anna.org (ESERVFAIL)' 'ask your DNS provider'
# expect: doors unknown 'gives no answer about concert.anna.org (ESERVFAIL)' 'ask your DNS provider'
# expect: caa unknown 'gives no answer about concert.anna.org (ESERVFAIL)' 'ask your DNS provider'
say concert.anna.org SERVFAIL
setup
