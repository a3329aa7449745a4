# broken: the server's name server answers nothing about the domain
# expect: name unknown 'ETIMEOUT' 'DNS'
# expect: doors unknown 'ETIMEOUT' 'DNS'
say concert.anna.org SILENT
setup
