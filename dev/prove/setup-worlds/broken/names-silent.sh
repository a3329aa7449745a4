# broken: nobody answers questions about the domain
# expect: name unknown 'gives no answer about concert.anna.org (ETIMEOUT)' 'ask your DNS provider'
# expect: doors unknown 'gives no answer about concert.anna.org (ETIMEOUT)' 'ask your DNS provider'
# expect: caa unknown 'gives no answer about concert.anna.org (ETIMEOUT)' 'ask your DNS provider'
say concert.anna.org SILENT
setup
