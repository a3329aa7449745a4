# broken: one core
# expect: processor red 'has 1 core. The site needs 2' 'Take a server with 2 cores or more'
sed '/^$/q' /proc/cpuinfo | fact /proc/cpuinfo
setup
