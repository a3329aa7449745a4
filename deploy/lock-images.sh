#!/bin/sh
# Writes the digest of every image of others into docker-compose.yml and deploy/Dockerfile, behind its name and version. For whoever makes a release,
# where the registries can be reached: sh deploy/lock-images.sh
set -eu
cd "$(dirname "$0")/.."
for image in $(sed -n 's/.*_IMAGE:-\([^}]*\)}.*/\1/p' docker-compose.yml | sed 's/@sha256:.*//' | sort -u); do
  docker pull --quiet "$image" >/dev/null
  digest="$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$image" | sed -n 's/.*@\(sha256:[0-9a-f]\{64\}\)$/\1/p' | head -n 1)"
  test -n "$digest" || { echo "No registry tells a digest of $image."; exit 1; }
  for file in docker-compose.yml deploy/Dockerfile; do
    sed "s#\(_IMAGE:-\|_IMAGE=\)$image\(@sha256:[0-9a-f]*\)\{0,1\}#\1$image@$digest#" "$file" > "$file.new"
    mv "$file.new" "$file"
  done
  echo "$image@$digest"
done
