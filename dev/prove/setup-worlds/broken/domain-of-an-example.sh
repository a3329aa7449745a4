# broken: the domain was copied from the page
# expect: name red 'concert.example is not a domain of your own' 'Name the site without https://'
# expect: doors unknown 'cannot be seen before' 'Mend the row "name" first'
setup --domain concert.example
