# broken: the server's clock is two hours ahead
# expect: clock red '120 minutes ahead of those of the providers' 'timedatectl set-ntp true'
say clock seconds -7200
setup
