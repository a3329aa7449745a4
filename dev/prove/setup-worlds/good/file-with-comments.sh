# good: an .env as an editor of another system saves it, with comments and blank lines
printf '# ours\r\n\r\nSITE_PORT=8080 # a comment\r\nCONTACT_EMAIL="anna@anna.org"\r\n' >installation/.env
chmod 600 installation/.env
setup
