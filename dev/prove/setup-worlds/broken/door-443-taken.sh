# broken: another web server holds port 443
# expect: doors red 'Port 443 is held by socat' 'Stop that program'
hold 443
setup
