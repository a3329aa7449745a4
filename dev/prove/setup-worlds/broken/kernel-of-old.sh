# broken: a kernel that is older than what Node asks for
# expect: kernel red 'too old' 'Install Debian 12 or newer'
kernel 3.10.0-1160.el7.x86_64
setup
