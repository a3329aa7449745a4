# good: the folder is somebody's who is not root, and whose new files are for their owner alone
chown 1000:1000 installation
umask 077
setup
