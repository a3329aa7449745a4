# broken: the server's clock is six minutes behind, so that no signature of a provider holds
# expect: clock red '6 minutes behind those of the providers' 'timedatectl set-ntp true'
say clock seconds 360
setup
