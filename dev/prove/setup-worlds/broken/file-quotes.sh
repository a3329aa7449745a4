# broken: a value is put into curly quotes by an editor of letters
# expect: files red 'CONTACT_EMAIL'
settings 'CONTACT_EMAIL=“anna@anna.org”'
setup
