# broken: the address of the watcher is none, so that nobody hears of silence
# expect: settings red 'HEARTBEAT_URL must be an address that begins with https://' 'copy it from the watcher'
settings HEARTBEAT_URL=nonsense
setup
