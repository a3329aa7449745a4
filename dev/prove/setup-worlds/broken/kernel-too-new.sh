# broken: a kernel on which this database crashes
# expect: kernel red 'MongoDB 8 crashes on Linux 6.19 and newer' 'Start an older kernel'
kernel 6.19.2-arch1-1
setup
