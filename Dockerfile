# Starts the server on stdio; for a team, `docker run … coldroute http --host 0.0.0.0`. See docs/publishing.md.
# One build serves all platforms: its result does not depend on the platform.
FROM --platform=$BUILDPLATFORM node:26-bookworm-slim@sha256:86f07bc9c5dce4578cf37e5a418b7bfc7f817cda25cde66e2b66e95ed86c4567 AS build
WORKDIR /build
COPY package.json package-lock.json rolldown.config.ts tsconfig.json LICENSE NOTICE ./
COPY scripts ./scripts
COPY src ./src
RUN npm ci --ignore-scripts
RUN npm run build

FROM node:26-bookworm-slim@sha256:86f07bc9c5dce4578cf37e5a418b7bfc7f817cda25cde66e2b66e95ed86c4567
LABEL io.modelcontextprotocol.server.name="io.github.coldroute/coldroute"
ENV NODE_ENV=production
WORKDIR /app
COPY LICENSE NOTICE ./
COPY --from=build /build/dist ./dist
USER node
EXPOSE 3000
# A refused connection counts as healthy: a server on stdio does not listen. The check covers port 3000 alone.
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz', { signal: AbortSignal.timeout(3000) }).then(({ ok }) => process.exit(ok ? 0 : 1), ({ cause }) => process.exit(cause?.code === 'ECONNREFUSED' ? 0 : 1))"]
ENTRYPOINT ["node", "/app/dist/main.cjs"]
CMD []
