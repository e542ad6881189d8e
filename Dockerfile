# The service with everything it serves, as an ordinary user. PostgreSQL is another container.
# `docker build .` makes production; with `--target demo` the demonstration, sandbox and past
# included.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM packages AS source
COPY . .

FROM source AS web
RUN npm run build

# What production never loads, and what is there to test and to measure, is gone before the build,
# which does without. services/testing/image.test.ts reads both lists, and that nothing is missed.
FROM source AS product
RUN rm -r vitest.config.ts services/bench services/demo services/sandbox \
  services/cli/bench*.ts services/cli/campaign*.ts services/cli/check.ts \
  services/cli/demo-rush.ts services/cli/dev.ts services/cli/rush-screen.ts \
  services/cli/sandbox.ts services/cli/screenshots.ts services/cli/seed.ts \
  services/cli/simulate.ts services/cli/storm.ts services/cli/test*.ts
RUN find events projections services web \
  \( -name testing -o -name e2e -o -name '*.test.ts' -o -name '*.test.tsx' \
  -o -name contract-suite.ts \) -prune -exec rm -r {} +
RUN npm run build

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data SIGNER_DIR=/signer
WORKDIR /app
# Letters for the pictures of raffles that are shared.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig-config fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
RUN mkdir /data /signer && chown node:node /data /signer && chmod 700 /signer
VOLUME ["/data", "/signer"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--import", "./services/cli/node-24.mjs", "services/cli/start.ts"]

FROM base AS demo
COPY --from=web /app .
# What a start builds anew where something was changed in here; the rest stays root's.
RUN chown -R node:node dist
USER node

FROM base
COPY --from=product /app .
RUN chown -R node:node dist
USER node
