# good: new files are for their owner alone
umask 077
setup
