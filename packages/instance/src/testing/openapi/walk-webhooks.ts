import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestInstance } from '../test-instance.ts'
import type { Walk } from './walk.ts'

/** Calls every operation on webhooks and their messages. */
export async function walkWebhooks({ call }: Walk, { send, root: as }: TestInstance): Promise<void> {
  // Rejects every message.
  const server = createServer((_, response) => void response.writeHead(500).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const record = { name: 'tried', url, events: ['sample._table.customer.post'] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/webhook', {
    as,
    body: { resource: [record] },
  })
  const { id } = made.body.resource[0]
  const tried = await call<{ id: number }>('POST', `/webhook/${id}/test`)
  await call('GET', '/webhook_delivery?include_count=true&related=webhook_by_webhook_id')
  for (const query of ['?as_list=true', '?count_only=true', '?file=all.csv'])
    await call('GET', `/webhook_delivery${query}`)
  await call('GET', `/webhook_delivery/${tried.body.id}`)
  await call('POST', `/webhook_delivery/${tried.body.id}/redeliver`)
  await call('POST', '/webhook_delivery/999/redeliver', { status: 404 })
  await call('DELETE', `/webhook_delivery/${tried.body.id}`)
  await call('POST', `/webhook/${id}/test`)
  await call('DELETE', '/webhook_delivery?force=true')
  await call('DELETE', `/webhook/${id}`)
  server.close()
}
