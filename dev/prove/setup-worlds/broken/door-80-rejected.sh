# broken: the server's own firewall refuses port 80
# expect: doors red 'Nobody answers at port 80 at 203.0.113.10' 'Open both ports'
iptables -A INPUT -p tcp --dport 80 -j REJECT
setup
