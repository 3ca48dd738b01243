import type { FastifyInstance } from 'fastify'

/**
 * Has requests to the host of hosted apps answered by their server, where a proxy sends both hosts to one port. Browsers do
 * not let pages choose the header Host; `X-Forwarded-Host` counts from trusted proxies alone.
 */
export function routeAppsHost(server: FastifyInstance, apps: FastifyInstance, appsUrl: string): void {
  const { host } = new URL(appsUrl)
  server.addHook('onReady', async () => {
    await apps.ready()
  })
  server.addHook('onRequest', (request, reply, done) => {
    if (request.host.toLowerCase() !== host) return done()
    request.noted.isElsewhere = true
    reply.hijack()
    apps.routing(request.raw, reply.raw)
  })
}
