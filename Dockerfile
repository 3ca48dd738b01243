# Builds the npm package from this repository and installs it, and nothing else, into a slim image (docs/operate/install.md).
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run pack -- /package
RUN npm install --global --offline --no-audit --no-fund --prefix /opt/millwright /package/millwright-*.tgz

FROM node:24-bookworm-slim
# Scripts in these languages run only where they are installed; Node.js is.
ARG SCRIPT_PACKAGES="python3 util-linux"
RUN apt-get update && apt-get install --yes --no-install-recommends $SCRIPT_PACKAGES && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/millwright /opt/millwright
RUN mkdir /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production PATH=/opt/millwright/bin:$PATH MILLWRIGHT_HOST=0.0.0.0 MILLWRIGHT_PORT=8080 MILLWRIGHT_DATA=/data
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MILLWRIGHT_PORT}/health/live`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["millwright"]
CMD ["serve"]
