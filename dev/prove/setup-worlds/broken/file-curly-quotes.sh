# broken: an editor of letters put a value into curly quotes
# expect: env-file red 'Line 1 has typographic quotation marks around CONTACT_EMAIL' 'Mend these lines in .env'
settings 'CONTACT_EMAIL=“anna@anna.org”'
setup
