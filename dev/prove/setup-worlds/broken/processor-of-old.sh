# broken: a processor without AVX, with which the database ends at once
# expect: processor red 'AVX'
sed 's/ avx[^ ]*//g' /proc/cpuinfo | fact /proc/cpuinfo
setup
