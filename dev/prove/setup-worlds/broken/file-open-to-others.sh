# broken: everybody on the server can read .env, where keys stand
# expect: files red 'chmod 600'
echo ADMIN_EMAIL=anna@anna.org >installation/.env
chmod 644 installation/.env
setup
