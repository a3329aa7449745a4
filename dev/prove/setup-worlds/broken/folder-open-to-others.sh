# broken: everybody on the server can put another .env in its place
# expect: rights red 'can write into the folder' 'chmod -R o-w'
chmod 777 installation
setup
