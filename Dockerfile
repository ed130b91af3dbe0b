# The pages of the web application. What builds them is not needed to serve them.
FROM node:24.21.0-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY scripts/build-pages.mjs ./scripts/
COPY src ./src
COPY web ./web
RUN node scripts/build-pages.mjs && test -f dist/web/index.html

# The service with the Node it is tested on. Everything it remembers is in /data.
FROM node:24.21.0-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node comes with the image, so the optional package that would bring it is left out.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force
COPY LICENSE ./
COPY bin ./bin
COPY src ./src
COPY --from=pages /app/dist ./dist

# A volume made from an image takes the owner of the folder it is mounted over.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node

ENV ADHELM_HOST=0.0.0.0 ADHELM_DATA=/data NODE_ENV=production
EXPOSE 4800
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.ADHELM_PORT || 4800) + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "bin/adhelm.mjs", "serve"]
