# good: a single sender that is proven, of a domain without DMARC
say api.sendgrid.com replace '"results":[]' '"results":[{"id":1,"from_email":"anna@berta.org","verified":true}]'
setup --sender anna@berta.org
