import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../platform/readiness.ts'
import { commonHeaders } from './server.ts'

/**
 * `GET /health/live` and `GET /health/ready`, for process managers and load balancers (docs/wire/health.md). Once a node begins
 * to stop, every response also closes its connection, so that the client opens a new one, which a load balancer directs to
 * another node.
 */
export function addHealth(server: FastifyInstance, readiness: Readiness): void {
  server.addHook('onSend', (_, reply, payload, done) => {
    if (readiness.draining) reply.header('connection', 'close')
    done(null, payload)
  })
  server.get('/health/live', (_, reply) =>
    reply
      .headers(commonHeaders)
      .type('application/json')
      .send(JSON.stringify({ status: 'live' })),
  )
  server.get('/health/ready', async (_, reply) => {
    const { ready, checks } = await readiness.answer()
    const status = ready ? 'ready' : 'not ready'
    return reply
      .code(ready ? 200 : 503)
      .headers(commonHeaders)
      .headers(ready ? {} : { 'retry-after': 1 })
      .type('application/json')
      .send(JSON.stringify({ status, checks }))
  })
}
