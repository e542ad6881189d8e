# The service with everything it serves, as an ordinary user. PostgreSQL is another container.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM packages AS web
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data SIGNER_DIR=/signer
WORKDIR /app
# Letters for the pictures of raffles that are shared.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig-config fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
RUN mkdir /data /signer && chown node:node /data /signer && chmod 700 /signer
COPY --from=web /app .
# What a start builds anew where something was changed in here; the rest stays root's.
RUN chown -R node:node dist
USER node
VOLUME ["/data", "/signer"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--import", "./services/cli/node-24.mjs", "services/cli/start.ts"]
