import { maskOf, requestorMask } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

/** Ids of rows, or what was refused; and how a write of an open and of a paid order ends. */
interface Seen {
  readonly rows: readonly number[] | 'refused'
  readonly writes: readonly string[]
}
type Ask = (verb: 'GET' | 'PATCH', path: string) => Promise<{ status: number; body: unknown }>

const outcome = (status: number) => (status < 300 ? 'written' : status === 404 ? 'no row' : 'refused')
const idsIn = (body: unknown) => (body as { resource: { id: number }[] }).resource.map(({ id }) => id)

/** What two may do together, as a script where both may, or else as clients. */
function together(one: readonly [Seen, Seen], other: readonly [Seen, Seen]): Seen {
  const shared = (pick: (seen: Seen) => readonly number[] | string, join: (a: Seen, b: Seen) => unknown) => {
    for (const at of [0, 1] as const)
      if (pick(one[at]) !== 'refused' && pick(other[at]) !== 'refused') return join(one[at], other[at])
    return 'refused'
  }
  const writes = [0, 1].map((index) =>
    shared(
      ({ writes: own }) => own[index] ?? '',
      (a, b) => ([a, b].every(({ writes: own }) => own[index] === 'written') ? 'written' : 'no row'),
    ),
  )
  const rows = shared(
    ({ rows: own }) => own,
    (a, b) => (Array.isArray(a.rows) ? a.rows.filter((id) => b.rows.includes(id as never)) : []),
  )
  return { rows, writes } as Seen
}

forEachEngine('author and caller', (on) => {
  const database = on.share()
  const instance = sharedInstance()
  const { send, root, make, failures } = instance
  const { made, api, endpoint, publish } = apiBuilder(instance)

  async function seenBy(ask: Ask, path: string): Promise<Seen> {
    const list = await ask('GET', path)
    const writes = []
    for (const id of [1, 3]) writes.push(outcome((await ask('PATCH', `${path}/${id}`)).status))
    return { rows: list.status === 200 ? idsIn(list.body) : 'refused', writes }
  }

  const asClient =
    (who: SendOptions): Ask =>
    (verb, path) =>
      send(verb, path, { ...who, ...(verb === 'PATCH' ? { body: { note: 'same' } } : {}) })

  /** Through a script service, whose calls have the requestor SCRIPT. */
  const asScript =
    (script: string, who: SendOptions): Ask =>
    async (verb, path) => {
      const { status, body } = await send<{ status: number; body: unknown }>('POST', script, {
        ...who,
        body: { verb, path },
      })
      return status === 200 ? body : { status, body }
    }

  const authors: Record<string, SendOptions> = {}
  const callers: Record<string, SendOptions> = {}
  const drafts: Record<string, [number, number]> = {}
  const open = [{ name: 'state', operator: '=', value: 'open' }]
  const few = [{ name: 'total', operator: '<', value: '3' }]
  const read = maskOf(['GET'])
  const write = maskOf(['GET', 'PATCH'])
  const both = requestorMask.API | requestorMask.SCRIPT
  const rules: Record<string, readonly object[]> = {
    everything: [{ requestor_mask: both, verb_mask: write }],
    'few by clients': [{ requestor_mask: requestorMask.API, verb_mask: write, filters: few }],
    'open by scripts': [{ requestor_mask: requestorMask.SCRIPT, verb_mask: write, filters: open }],
    'reads open': [{ requestor_mask: both, verb_mask: read, filters: open }],
    nothing: [],
  }

  beforeAll(async () => {
    const shop = await made('system/service', {
      name: 'shop',
      label: 'Shop',
      type: on.type,
      is_active: true,
      config: database.config,
    })
    const field = [
      { name: 'id', type: 'id' },
      { name: 'state', type: 'string' },
      { name: 'total', type: 'integer' },
      { name: 'note', type: 'string', allow_null: true },
    ]
    await send('POST', 'shop/_schema', { as: root, body: { resource: [{ name: 'orders', field }] } })
    const rows = ['open', 'paid', 'paid', 'open', 'open'].map((state, total) => ({ state, total }))
    await send('POST', 'shop/_table/orders', { as: root, body: { resource: rows } })
    const content = `const { verb, path } = event.request.payload
    const answer = verb === 'GET' ? await platform.api.get(path) : await platform.api.patch(path, { note: 'same' })
    return { status: answer.status_code, body: answer.content }`
    const script = { label: 'Ask', type: 'nodejs', is_active: true, config: { content } }
    const ask = await made('system/service', { ...script, name: 'ask' })
    const id = await api('composed', [shop])
    const composed = await make.serviceId('composed')
    const system = await make.serviceId('system')
    const any = { verb_mask: maskOf(['GET', 'POST', 'PATCH']), requestor_mask: both, component: '*' }
    const roleWith = (name: string, own: readonly object[]) =>
      made('system/role', {
        name,
        is_active: true,
        role_service_access_by_role_id: [
          ...[ask, composed, system].map((service_id) => ({ ...any, service_id })),
          ...own.map((rule) => ({ ...rule, service_id: shop, component: '_table/orders/*' })),
        ],
      })
    const orders = { service: 'shop', resource: '_table/orders', params: { order: 'id' } }
    const one = { service: 'shop', resource: '_table/orders/{path.id}', method: 'PATCH', body: { note: 'same' } }
    async function draftsOf(author: string, who: SendOptions): Promise<void> {
      authors[author] = who
      const at = `/${author.replaceAll(' ', '-')}`
      drafts[author] = [
        await endpoint(id, at, [orders], {}, who),
        await endpoint(id, `${at}/{id}`, [one], { method: 'PATCH' }, who),
      ]
    }

    await draftsOf('administrator', { as: root })
    callers.administrator = { as: root }
    for (const [name, own] of Object.entries({ ...rules, cut: rules.everything, left: rules.everything })) {
      const role_id = await roleWith(name, own ?? [])
      const app = await make.app({ role_id })
      const person = await make.user({ roles: [{ app_id: app.id, role_id }] })
      const who = { as: person, key: app.api_key }
      await draftsOf(name, who)
      if (name === 'cut') {
        const rows = 'role_service_access_by_role_id'
        type Role = { [rows]: { id: number; service_id: number }[] }
        const { body } = await send<Role>('GET', `system/role/${role_id}?related=${rows}`, { as: root })
        const own = body[rows].filter(({ service_id }) => service_id === shop)
        const removed = { [rows]: own.map((row) => ({ id: row.id, role_id: null })) }
        expect((await send('PATCH', `system/role/${role_id}`, { as: root, body: removed })).status).toBe(200)
      } else if (name === 'left')
        await send('PATCH', `system/user/${person.id}`, { as: root, body: { is_active: false } })
      else {
        callers[name] = who
        callers[`${name}, key only`] = { key: app.api_key }
        if (name === 'few by clients') await draftsOf('key only', { key: app.api_key })
      }
    }
    await made('system/service', { ...script, name: 'narrow' }, callers.everything)
    await publish(id)
  })

  const directly = async (who: SendOptions): Promise<readonly [Seen, Seen]> => [
    await seenBy(asScript('ask', who), 'shop/_table/orders'),
    await seenBy(asClient(who), 'shop/_table/orders'),
  ]

  it('gives what author and caller get by direct calls, and nothing else', async () => {
    const differences: unknown[] = []
    const byAuthor = new Map<string, readonly [Seen, Seen]>()
    for (const [author, who] of Object.entries(authors)) byAuthor.set(author, await directly(who))
    expect(byAuthor.get('cut')?.map(({ rows }) => rows)).toEqual(['refused', 'refused'])
    expect(byAuthor.get('left')?.map(({ rows }) => rows)).toEqual(['refused', 'refused'])
    for (const [caller, who] of Object.entries(callers)) {
      const own = await directly(who)
      for (const [author, theirs] of byAuthor) {
        const path = `composed/${author.replaceAll(' ', '-')}`
        const composed = await seenBy(asClient(who), path)
        const expected = together(own, theirs)
        if (JSON.stringify(composed) !== JSON.stringify(expected))
          differences.push({ author, caller, composed, expected })
      }
    }
    expect(differences).toEqual([])
  })

  it('gives scripts, and tests of administrators, no more than direct calls do', async () => {
    const differences: unknown[] = []
    for (const [author, theirs] of Object.entries(authors)) {
      const path = `composed/${author.replaceAll(' ', '-')}`
      const limits = await directly(theirs)
      for (const [caller, who] of Object.entries(callers)) {
        for (const script of ['ask', 'narrow']) {
          const ask = asScript(script, who)
          const own = await seenBy(ask, 'shop/_table/orders')
          const composed = await seenBy(ask, path)
          const expected = together([own, own], [limits[0], limits[0]])
          if (JSON.stringify(composed) !== JSON.stringify(expected))
            differences.push({ author, caller, script, composed, expected })
        }
      }
      const [list, one] = drafts[author] ?? []
      const test = (endpoint_id: number | undefined, more: object = {}) =>
        send('POST', 'system/custom_api_test', {
          as: root,
          body: { endpoint_id, dry_run: false, allow_writes: true, ...more },
        })
      const tried = await seenBy(
        (verb, at) => (verb === 'GET' ? test(list) : test(one, { path_params: { id: at.split('/').at(-1) } })),
        path,
      )
      const expected = together(await directly({ as: root }), limits)
      if (JSON.stringify(tried) !== JSON.stringify(expected)) differences.push({ author, tried, expected })
    }
    expect(differences).toEqual([])
    expect(failures).toEqual([])
  })
})
