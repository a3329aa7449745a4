#!/bin/sh
# Brings a house in containers to this release and proves that it works there, or goes back by itself (docs/operate.md, "Upgrades"). Run it in the
# folder of the new release, beside the folder of the one that runs:
#   sh deploy/upgrade.sh ../concert                 and behind it, where you mean it:
#     while-selling   although seats are being sold: for up to 90 s people are asked to come again
#     anyway          although a check is red
#     own-words       with the texts of this folder, although those over there differ
# Killed at any moment, the same command again ends what was begun: until the journal says `opened` it goes back, from then on forward.
set -u
# A connection that breaks closes no house.
trap '' HUP
trap 'WANTED=no' INT TERM
NEW="$(cd "$(dirname "$0")/.." && pwd)"
WANTED=yes SELLING=no ANYWAY=no WORDS=no PLACE=
for word in "$@"; do
  case "$word" in while-selling) SELLING=yes ;; anyway) ANYWAY=yes ;; own-words) WORDS=yes ;; *) PLACE="$word" ;; esac
done
SERVICES='svc-auth svc-booking svc-payment svc-notify'
PARTS="$SERVICES shell mfe-public mfe-booking mfe-admin"
KEPT="$NEW/.upgrade"
JOURNAL="$KEPT/journal"
# A first build of everything, with the stages that it goes through, and room for backups.
FREE_GB=8
READY_S=45

say() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$*"; }
refuse() { say "$*"; exit 1; }
version() { sed -n 's#^ *image: concert/tools:##p' "$1/docker-compose.yml" | head -n 1; }
old() { (cd "$OLD" && docker compose "$@" </dev/null); }
new() { (cd "$NEW" && docker compose "$@" </dev/null); }
quietly() { "$@" >>"$KEPT/log" 2>&1; }
note() { printf '%s %s\n' "$(date +%Y-%m-%dT%H:%M:%S)" "$1" >>"$JOURNAL"; }
noted() { test -e "$JOURNAL" && grep -q " $1\$" "$JOURNAL"; }
# One container of ours at a time: what a killed upgrade left behind ends first.
once() { from="$1"; shift; docker rm --force "$ONCE" >/dev/null 2>&1; "$from" run --rm --no-deps -T --name "$ONCE" "$@"; }
# Looks again each second until something holds.
until_ready() { end=$(($(date +%s) + READY_S)); until quietly "$@"; do test "$WANTED" = yes && test "$(date +%s)" -lt "$end" || return 1; sleep 1; done; }

READY='Promise.all(process.argv.slice(1).map(async (part) => { if (!(await fetch(`http://${part}:8080/health/ready`)).ok) throw new Error(`${part} is not ready`); }))'
# The name is one that the gateway answers to: its stand-ins call it so.
ASKED='const get = (path) => new Promise((done, no) => require("http").get({ host: "127.0.0.1", port: 8080, path, headers: { host: "gateway:8080" } }, (answer) => { let text = ""; answer.on("data", (part) => (text += part)).on("end", () => (answer.statusCode === 200 ? done(text) : no(new Error(`${path} is answered ${answer.statusCode}`)))); }).on("error", no));'
ANSWERS="$ASKED get('/health/ready').then(() => get('/')).then(() => get('/api/concert'))"
DAY="$ASKED get('/api/concert').then((text) => { const { startsAt, lengthMinutes, saleState } = JSON.parse(text); const since = Date.now() - Date.parse(startsAt); console.log(since > -12 * 3600e3 && since < lengthMinutes * 60e3 ? 'evening' : saleState); })"

look() {
  WHAT_RUNS="$(docker inspect --format '{{index .Config.Labels "com.docker.compose.project.working_dir"}}' "$(old ps --quiet gateway 2>/dev/null)" 2>/dev/null)"
  # The answer of the command that did it may have been lost.
  test "$WHAT_RUNS" != "$NEW" || { say "Release $(version "$NEW") runs from $NEW already: nothing is to be done."; exit 0; }
  test "$WHAT_RUNS" = "$OLD" || refuse "The house does not run from $OLD${WHAT_RUNS:+, but from $WHAT_RUNS}. Name the folder that it was started from, and start it there."
  ! grep -q '^BACKUP_FOLDER=["'"'"']\{0,1\}[.]' "$OLD/.env" 2>/dev/null || refuse 'BACKUP_FOLDER in .env leads to another place from here. Write its whole path.'
  test "$WORDS" = yes || diff -rq "$OLD/mfe-public/content" "$NEW/mfe-public/content" >/dev/null ||
    refuse "Texts of mfe-public/content differ. Copy what you changed from $OLD into $NEW, then run this again with own-words."
  root="$(docker info --format '{{.DockerRootDir}}')"
  free="$(df -Pk "$root" 2>/dev/null | awk 'NR == 2 { print int($4 / 1048576) }')"
  test "${free:-$FREE_GB}" -ge "$FREE_GB" || refuse "$free GB are free where the images lie; this takes $FREE_GB. Make room: docker image prune, docker builder prune."
  day="$(old exec -T gateway node -e "$DAY" 2>>"$KEPT/log")" || refuse "The site does not answer, so nobody could tell whether an upgrade broke it. Mend it first: docker compose ps"
  test "$day" != evening || refuse 'The evening is today or under way. Come again when it is over.'
  test "$day" != open || test "$SELLING" = yes || refuse 'Seats are being sold: for up to 90 s people would be asked to come again. If you mean it, add while-selling.'
  for file in .env docker-compose.override.yml; do test ! -e "$OLD/$file" || cp -p "$OLD/$file" "$NEW/$file"; done
}

check() {
  once new setup --check >"$KEPT/checks" 2>&1 && return
  cat "$KEPT/checks"
  test "$ANYWAY" = yes || refuse 'These checks are red, and nothing was changed. If you mean it, add anyway.'
}

back_up() {
  once old --entrypoint sh upkeep -c 'rm -rf /backups/upgrade-before /backups/upgrade-closed' && once old upkeep backup /backups/upgrade-before --yes
}

close() {
  note closing
  CLOSED="$(date +%s)"
  # With the gateway away the entrance asks people to come again (deploy/caddy/Caddyfile).
  old stop gateway && old stop $SERVICES upkeep
}

# The new parts run, and nothing can leave the house: no email, no call to the payment provider. So there is nothing to take back outside.
start_inside() {
  note migrating
  new create --no-build $PARTS || return 1
  for part in svc-payment svc-notify; do docker network disconnect "${PROJECT}_providers" "$(new ps --all --quiet "$part")" || return 1; done
  new up --detach --no-build --no-recreate $PARTS
}

try_gateway() {
  once new --detach gateway && until_ready docker exec "$ONCE" node -e "$ANSWERS" || return 1
  docker rm --force "$ONCE"
}

open_site() {
  quietly "$1" up --detach --no-build --no-deps gateway && until_ready "$1" exec -T gateway node -e "$ANSWERS" || return 1
  test -z "${CLOSED:-}" || say "The site is open; it was closed for $(($(date +%s) - CLOSED)) s."
}

# After `opened`: everything of the new release runs, and what neither release needs goes.
forward() {
  for part in svc-payment svc-notify; do docker network connect "${PROJECT}_providers" "$(new ps --all --quiet "$part")" 2>/dev/null; done
  open_site new && quietly new up --detach --no-build || refuse "This release is open and not whole: $KEPT/log says why. Run the same command again."
  old config --images >"$KEPT/images-before"
  still="$( (new config --images; cat "$KEPT/images-before") | sort -u)"
  for image in $(cat "$OLD/.upgrade/images-before" 2>/dev/null; docker image ls --format '{{.Repository}}:{{.Tag}}' 'concert/*'); do
    printf '%s\n' "$still" | grep -qxF "$image" || quietly docker image rm "$image"
  done
  quietly docker image prune --force --filter label=concert.stage
  quietly docker builder prune --force --filter until=24h
  note done
  say "Release $(version "$NEW") runs from $NEW. Keep $OLD until the next upgrade: it is the way back. Older folders can go."
}

# Images, settings and data as before.
back() {
  say "Going back to $(version "$OLD"): $1"
  WANTED=yes
  docker rm --force "$ONCE" >/dev/null 2>&1
  if noted closing; then
    quietly new stop gateway $SERVICES
    if noted migrating && ! noted restored; then
      say 'Putting the data back'
      quietly old up --detach --no-build --wait mongo rabbitmq &&
        { quietly once old upkeep restore /backups/upgrade-closed closed --yes ||
          # It was started by hand meanwhile: what people did since counts for more.
          { tail -n 5 "$KEPT/log" | grep -q 'Someone used the site' && say 'Someone used the site since it was closed: its data stay as they are.'; }; } || refuse "The data could not be put back: $KEPT/log says why. Run the same command again."
      note restored
    fi
    say 'Starting the release before'
    # Soon with what the jobs laid out before; where that is not enough, with all of them.
    { quietly old up --detach --no-build --no-deps $PARTS && until_ready old exec -T svc-booking node -e "$READY" $PARTS; } ||
      { READY_S=300; quietly old up --detach --no-build $PARTS && until_ready old exec -T svc-booking node -e "$READY" $PARTS; } &&
      open_site old || refuse "The release before does not start: $KEPT/log says why. Run the same command again."
  fi
  ! noted closing || quietly old up --detach --no-build || say "Something beside the site is not ready yet: docker compose ps in $OLD"
  # Not before: `up` stops what it makes anew, and killed there it has to be ended by the same command.
  note back
  say "Release $(version "$OLD") runs from $OLD as before. What was wrong: $1"
  exit 1
}

# Does one step; where it fails, everything goes back.
step() { say "$1"; why="$2"; shift 2; quietly "$@" && test "$WANTED" = yes || { tail -n 15 "$KEPT/log"; test "$WANTED" = yes || why='it was stopped by hand'; back "$why"; }; }

test -n "$PLACE" && OLD="$(cd "$PLACE" 2>/dev/null && pwd)" && test -n "$(version "$OLD")" || refuse 'Name the folder of the release that runs: sh deploy/upgrade.sh ../concert'
test "$(version "$OLD")" != "$(version "$NEW")" || refuse "Both folders hold release $(version "$NEW")."
mkdir -p "$KEPT"
PROJECT="$(old config 2>/dev/null | sed -n 's/^name: //p')"
ONCE="$PROJECT-upgrade"
LOCK="$OLD/.upgrade-lock"
if ! mkdir "$LOCK" 2>/dev/null; then
  ! kill -0 "$(cat "$LOCK/pid" 2>/dev/null)" 2>/dev/null || refuse "Another upgrade of this house is under way (process $(cat "$LOCK/pid")). If none is, remove $LOCK."
  mv "$LOCK" "$LOCK.$$" 2>/dev/null && rm -rf "$LOCK.$$" && mkdir "$LOCK" || refuse 'Another upgrade began at the same moment.'
fi
echo $$ >"$LOCK/pid"
trap 'rm -rf "$LOCK"' EXIT

# What was begun is ended first.
if noted opened && ! noted done; then say 'An upgrade was broken off after it had opened: going on.'; forward; exit 0; fi
if noted closing && ! noted back && ! noted done; then back 'the upgrade before was broken off'; fi
rm -f "$JOURNAL"

say "From $(version "$OLD") in $OLD to $(version "$NEW") in $NEW. What is done in detail: $KEPT/log"
say 'Looking at the house'
look
step 'Building and fetching images, while everything goes on' 'an image could not be built' new build
for image in $(new config --images | grep -v '^concert/'); do docker image inspect "$image" >/dev/null 2>&1 || step "Fetching $image" 'an image could not be fetched' docker pull "$image"; done
say 'Asking the checks of the new release'
check
step 'Making a backup' 'no backup could be made' back_up
step 'Restoring it beside the house' 'its backup could not be restored' once old upkeep rehearse /backups/upgrade-before
step 'Closing the site' 'the site could not be closed' close
step 'Making the last backup' 'no backup of the closed house could be made' once old upkeep backup /backups/upgrade-closed --yes
step 'Migrating, and starting each part' 'a migration failed, or a part did not start' start_inside
step 'Waiting until each part is ready' 'a part did not become ready' until_ready new exec -T svc-booking node -e "$READY" $PARTS
step 'Selling one seat, undone without a trace' 'a seat could not be sold' new exec -T svc-booking node svc-booking/dist/commands/try-order.js
step 'Looking at what must always be true' 'something is not as it must always be' once new ops verify closed
step 'Trying the gateway' 'the gateway did not become ready' try_gateway
note opened
forward
