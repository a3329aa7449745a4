# The stand-ins for the payment and the mail provider, and the one-shot jobs of docker-compose.yml. Not for production.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && cp --parents .npmrc package.json package-lock.json */package.json packages/*/package.json /manifests/

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=manifests /manifests/ ./
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --include-workspace-root=false --workspace=dev && npm cache clean --force
COPY dev dev
COPY deploy deploy
COPY packages/machine-kit packages/machine-kit
# Nothing is built here: what the programs need of the contracts they import as a source.
COPY contracts contracts
RUN mkdir /data && chown node /data
ENV NODE_ENV=production
USER node
