# good: the folder is somebody's who is not root
chown 1000:1000 installation
setup
