# broken: a proven single sender of a domain whose DMARC row rejects what others send in its name
# expect: sender-domain red 'DMARC p=reject' 'Take an address of a domain of your own'
say api.sendgrid.com replace '"results":[]' '"results":[{"id":1,"from_email":"anna@berta.org","verified":true}]'
say _dmarc.berta.org TXT 'v=DMARC1; p=reject'
setup --sender anna@berta.org
