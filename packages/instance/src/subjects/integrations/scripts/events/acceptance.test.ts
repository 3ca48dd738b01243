import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { openTestMailServer } from '../../../../testing/test-mail-server.ts'
import { isInstalled } from '../script-service.ts'

/** The same three scripts in each language: one rejects a write, one adds a field, one sends a mail. */
const scripts = {
  nodejs: {
    refusing: `for (const row of event.request.payload.resource) if (!row.email) throw new Error('email is missing')`,
    adding: `for (const row of event.response.content.resource) row.shout = row.name.toUpperCase()`,
    mailing: `await platform.api.post('post', { to: 'ann@example.test', subject: 'New', body_text: event.request.payload.resource[0].name })`,
  },
  python3: {
    refusing: `for row in event.request.payload.resource:\n  if not row.get('email'): raise Exception('email is missing')`,
    adding: `for row in event.response.content.resource:\n  row['shout'] = row.name.upper()`,
    mailing: `platform.api.post('post', {'to': 'ann@example.test', 'subject': 'New', 'body_text': event.request.payload.resource[0].name})`,
  },
  php: {
    refusing: `foreach ($event['request']['payload']['resource'] as $row) if (empty($row['email'])) throw new Exception('email is missing');`,
    adding: `foreach ($event['response']['content']['resource'] as &$row) $row['shout'] = strtoupper($row['name']);`,
    mailing: `$platform['api']->post('post', ['to' => 'ann@example.test', 'subject' => 'New', 'body_text' => $event['request']['payload']['resource'][0]['name']]);`,
  },
} as const

describe('scripts on the sample database', () => {
  const mails = fixture(() => openTestMailServer())
  afterAll(() => mails.close())
  const { send, root, scriptQueue } = sharedInstance({ config: { sampleData: true } })
  const as = root
  const table = 'sample/_table/customer'
  const config = deferred(() => ({
    host: '127.0.0.1',
    port: mails.port,
    ...mails.account,
    from_email: 'workshop@example.test',
  }))
  const service = { name: 'post', type: 'smtp_email', is_active: true, config }
  beforeAll(() => send('POST', 'system/service', { as, body: { resource: [service] } }))
  const customer = { is_company: false, city: 'Ulm', country: 'DE', customer_since: '2026-01-01', newsletter: false }
  const write = (row: object) => send('POST', table, { as, body: { resource: [{ ...customer, ...row }] } })

  describe.each(Object.entries(scripts))('in %s', (type, { refusing, adding, mailing }) => {
    const isThere = isInstalled(type as keyof typeof scripts)
    const save = (name: string, content: string) =>
      send('POST', `system/event_script/${name}`, {
        as,
        body: { type, content, is_active: true, allow_event_modification: true },
      })
    const remove = (name: string) => send('DELETE', `system/event_script/${name}`, { as })

    it.skipIf(!isThere)('reject a write, add to a response and send a mail after it', async () => {
      const phases = { 'post.pre_process': refusing, 'get.post_process': adding, 'post.queued': mailing }
      for (const [phase, content] of Object.entries(phases)) await save(`sample._table.customer.${phase}`, content)
      const refused = await write({ name: 'Nobody' })
      expect(refused).toMatchObject({ status: 500, body: { error: { message: 'email is missing' } } })
      expect((await send('GET', `${table}?limit=1&fields=name`, { as })).body).toEqual({
        resource: [{ name: 'Harbour Hotel', shout: 'HARBOUR HOTEL' }],
      })
      const before = mails.received.length
      expect((await write({ name: `Ann ${type}`, email: `${type}@example.test` })).status).toBe(200)
      await scriptQueue.idle()
      const path = 'system/event_script/sample._table.customer.post.queued/run'
      expect((await send('GET', path, { as })).body).toHaveProperty('resource.0.ok', true)
      expect(mails.received.slice(before)).toMatchObject([{ to: ['ann@example.test'] }])
      expect(mails.received.at(-1)?.source).toContain(`Ann ${type}`)
      for (const phase of Object.keys(phases)) await remove(`sample._table.customer.${phase}`)
    })
  })
})
