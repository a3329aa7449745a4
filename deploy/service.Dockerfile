# One file for the gateway and every service:
#   docker build -f deploy/service.Dockerfile --build-arg ROOM=svc-booking .
# Plain instructions only, so that the classic builder can run it too.
ARG NODE_IMAGE=node:24-bookworm-slim

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
RUN node dev/build.ts contracts service-kit ${ROOM}

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=manifests /manifests/ ./
ARG ROOM
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root=false --workspace=${ROOM} && npm cache clean --force
COPY --from=built /app/contracts/dist contracts/dist
COPY --from=built /app/packages/service-kit/dist packages/service-kit/dist
COPY --from=built /app/${ROOM}/dist ${ROOM}/dist
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps SERVICE_HOST=0.0.0.0 SERVICE_PORT=8080 ROOM=${ROOM}
EXPOSE 8080
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node ${ROOM}/dist/main.js"]
