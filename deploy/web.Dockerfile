# One file for the shell and every remote:
#   docker build -f deploy/web.Dockerfile --build-arg ROOM=mfe-booking .
ARG NODE_IMAGE=node:24-bookworm-slim

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
RUN node dev/build.ts contracts service-kit gateway ${ROOM}

# The gateway's own file server, with one room's files and nothing else.
FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=manifests /manifests/ ./
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root=false --workspace=gateway && npm cache clean --force
COPY --from=built /app/contracts/dist contracts/dist
COPY --from=built /app/packages/service-kit/dist packages/service-kit/dist
COPY --from=built /app/gateway/dist gateway/dist
ARG ROOM
COPY --from=built /app/${ROOM}/dist /web
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps SERVICE_HOST=0.0.0.0 SERVICE_PORT=8080 WEB_ROOT=/web
EXPOSE 8080
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "gateway/dist/web-server.js"]
