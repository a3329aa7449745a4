# broken: another web server holds port 80
# expect: doors red 'Port 80 is held by socat' 'Stop that program'
hold 80
setup
