# broken: what was typed is the address of a page
# expect: name red 'concert.anna.org/tickets is not a domain of your own' 'Name the site without https://'
# expect: settings red 'DOMAIN must be the bare name' 'write it as'
setup --domain https://concert.anna.org/tickets
