import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../platform/readiness.ts'
import type { Config } from '../platform/settings/config.ts'
import { version } from '../platform/version.ts'
import type { Store } from '../store/store.ts'
import type { Origins } from './origins.ts'
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

/** `GET /status`: public counters for monitoring the instance. */
export function addStatus(
  server: FastifyInstance,
  store: Store,
  config: Pick<Config, 'license'>,
  origins: Origins,
): void {
  server.get('/status', async (request, reply) => {
    const uri = origins.ofMails(request)
    const body = { uri, version, license: config.license.level, resources: await counts(store) }
    return reply.headers(commonHeaders).type('application/json').send(JSON.stringify(body))
  })
}

async function counts({ db }: Store): Promise<Record<string, number>> {
  const people = (admins: 0 | 1) =>
    db.selectFrom('user').where('is_sys_admin', '=', admins).select(db.fn.countAll().as('count'))
  const rows = (table: 'app' | 'service' | 'role') => db.selectFrom(table).select(db.fn.countAll().as('count'))
  const queries = { app: rows('app'), admin: people(1), user: people(0), service: rows('service'), role: rows('role') }
  const entries = Object.entries(queries).map(async ([name, query]) => {
    const { count } = await query.executeTakeFirstOrThrow()
    return [name, Number(count)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
