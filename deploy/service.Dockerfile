# One file for the gateway and every service:
#   docker build -f deploy/service.Dockerfile --build-arg ROOM=svc-booking .
# Plain instructions only, so that the classic builder can run it too. Pin the base by digest with
# --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The manifests alone, so that installing is repeated only when they change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && cp --parents .npmrc package.json package-lock.json */package.json packages/*/package.json /manifests/

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY --from=manifests /manifests/ ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .

FROM sources AS built
ARG ROOM
RUN node dev/commands/build.ts contracts service-kit ${ROOM}

FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY --from=manifests /manifests/ ./
ARG ROOM
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root=false --workspace=${ROOM} \
  && find . -path '*/node_modules/*' -type f \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.standalone.js' \) -delete \
  && rm -rf node_modules/exceljs/dist node_modules/pdfkit/.yarn node_modules/bintrees/test \
  && find . -path '*/node_modules/@embedpdf/*/fonts/*' -type f ! -name '*-Regular.*' ! -name 'NotoSans-Bold.ttf' -delete \
  && find . -path '*/node_modules/@fontsource/*/files/*' -type f ! -name '*-400-normal.woff' -delete \
  && find . -path '*/node_modules/@expo-google-fonts/*' -name '*.ttf' ! -name '*_400Regular.ttf' ! -name '*_600SemiBold.ttf' -delete \
  && printf "import './%s/dist/main.js';\n" "${ROOM}" > main.mjs

# Node, the libraries it is linked with and the rest of the C library for compiled packages: no shell, no package manager, no compiler.
FROM ${NODE_IMAGE} AS runtime
RUN mkdir -p /runtime/usr/local/bin /runtime/etc && mkdir -m 1777 /runtime/tmp \
  && cp "$(node -p process.execPath)" /runtime/usr/local/bin/node \
  && for library in $(ldd "$(node -p process.execPath)" | grep -o '/[^ ]*'); do cp --parents -L "$library" /runtime; done \
  && cd "$(dirname "$(ldd "$(node -p process.execPath)" | grep -o '/[^ ]*libc[.]so[^ ]*')")" \
  && for name in rt dl pthread util resolv; do cp --parents -L "$PWD/lib$name.so."* /runtime; done \
  && printf 'node:x:1000:1000::/app:/nowhere\n' > /runtime/etc/passwd && printf 'node:x:1000:\n' > /runtime/etc/group \
  && printf 'hosts: files dns\n' > /runtime/etc/nsswitch.conf

FROM scratch
WORKDIR /app
COPY --from=runtime /runtime /
COPY --from=modules /app ./
COPY --from=built /app/contracts/dist contracts/dist
COPY --from=built /app/packages/service-kit/dist packages/service-kit/dist
ARG ROOM
COPY --from=built /app/${ROOM}/dist ${ROOM}/dist
ARG VERSION=
ENV PATH=/usr/local/bin NODE_ENV=production NODE_OPTIONS=--enable-source-maps SERVICE_HOST=0.0.0.0 SERVICE_PORT=8080 METRICS_PORT=9464 SERVICE_VERSION=${VERSION}
EXPOSE 8080 9464
USER 1000:1000
# Of itself it needs no proof who answers.
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s CMD ["node", "-e", "require(process.env.TLS_CERT_FILE ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.SERVICE_PORT, path: '/health/ready', rejectUnauthorized: false }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "main.mjs"]
