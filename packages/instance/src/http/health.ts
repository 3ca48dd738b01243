import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../platform/readiness.ts'
import { everyAnswer } from './server.ts'

/**
 * `GET /health/live` and `GET /health/ready`, for process managers and load balancers (docs/wire/health.md). From the moment a node
 * begins to stop, every answer also asks its client to open a new connection, which a load balancer gives to another node.
 */
export function addHealth(server: FastifyInstance, readiness: Readiness): void {
  server.addHook('onSend', (_, reply, payload, done) => {
    if (readiness.draining) reply.header('connection', 'close')
    done(null, payload)
  })
  server.get('/health/live', (_, reply) =>
    reply
      .headers(everyAnswer)
      .type('application/json')
      .send(JSON.stringify({ status: 'live' })),
  )
  server.get('/health/ready', async (_, reply) => {
    const { ready, checks } = await readiness.report()
    const status = ready ? 'ready' : 'not ready'
    return reply
      .code(ready ? 200 : 503)
      .headers(everyAnswer)
      .headers(ready ? {} : { 'retry-after': 1 })
      .type('application/json')
      .send(JSON.stringify({ status, checks }))
  })
}
