# broken: .env is lost, and beside the backups lies what only the lost key opens
# expect: backup-age red 'BACKUP_KEY is another key than that of the backups which are there' 'Write the one in use back into .env'
mkdir up && mount -t tmpfs none up && mkdir -p up/new/backups/2026-11-28T10-00-00Z up/work up/root
"$NODE" -e "import('$ROOT/dev/system/sealed-secrets.ts').then((seal) => seal.sealSecrets('up/new/backups', 'ours', Buffer.alloc(32, 1)))"
mount -t overlay none -o lowerdir=/,upperdir=up/new,workdir=up/work up/root
for place in /proc /dev /etc/resolv.conf "$PWD"; do mount --rbind "$place" "up/root$place"; done
RUN="chroot $PWD/up/root"
setup
