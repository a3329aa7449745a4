# good: an .env as an editor of another system saves it
printf '\357\273\277# ours\r\n\r\nexport SITE_PORT=8080 # a comment\r\nCONTACT_EMAIL="anna@anna.org"\r\n' >installation/.env
chmod 600 installation/.env
setup
