# broken: everybody on the server can put another .env in its place
# expect: files red 'chmod'
chmod 777 installation
setup
