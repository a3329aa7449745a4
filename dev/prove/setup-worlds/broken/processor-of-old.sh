# broken: a processor without AVX, with which the database ends at once
# expect: processor red 'It lacks AVX, without which MongoDB does not start' 'let the processor be that of the host'
sed 's/ avx / /' /proc/cpuinfo | fact /proc/cpuinfo
setup
