import type { FastifyInstance } from 'fastify'

/**
 * Routes requests for the host of hosted apps to their server, if a proxy sends both hosts to one port. Pages cannot set the
 * header Host; `X-Forwarded-Host` is only accepted from trusted proxies.
 */
export function routeAppsHost(server: FastifyInstance, apps: FastifyInstance, appsUrl: string): void {
  const { host } = new URL(appsUrl)
  server.addHook('onReady', async () => {
    await apps.ready()
  })
  server.addHook('onRequest', (request, reply, done) => {
    if (request.host.toLowerCase() !== host) return done()
    request.noted.isForwarded = true
    reply.hijack()
    apps.routing(request.raw, reply.raw)
  })
}
