import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

/** Texts that would widen or break what they are pasted into. */
const hostile = [
  "x' or 'a'='a",
  'open" or "a"="a',
  "') or 1=1 --",
  '1 or 1=1',
  'word is not null',
  "x' union select 1",
  "'",
  '"',
  '%',
  '_',
  ':word',
  ':placeholder_0',
  ':placeholder_0_0',
  'open,paid',
  '"open","paid"',
  'open, "paid"',
  ';',
  '--',
  '\\',
  "\\'",
  "''",
  '""',
  '(',
  ')',
  'null',
  'true',
  '0',
  '{query.s}',
  '{steps.o}',
  '{now}',
  '{user.id}',
  '{app.name}',
  '$1',
  '?',
  '#',
  '*',
  'open?filter=1=1',
  'open&filter=1=1',
  '%27',
  '%2e%2e',
  'äöü',
  '日本',
  '{"word":"open"}',
  '[open]',
  'open\npaid',
]
const words = ['open', 'paid', ...hostile]

forEachEngine('values of callers', (on) => {
  const database = on.share()
  const instance = sharedInstance()
  const { send, root, failures } = instance
  const { made, api, endpoint, publish } = apiBuilder(instance)
  type Row = { word: string; note: string | null }
  const wordsIn = (body: unknown) => ((body as { resource?: Row[] }).resource ?? []).map(({ word }) => word)
  let composed: number

  const table = { id: 'o', service: 'shop', resource: '_table/words', params: {} as object }
  const list = { query: { properties: {} }, body: { properties: { l: { type: 'array', items: { type: 'string' } } } } }

  beforeAll(async () => {
    const shop = await made('system/service', {
      name: 'shop',
      label: 'Shop',
      type: on.type,
      is_active: true,
      config: database.config,
    })
    const field = [
      { name: 'word', type: 'string', length: 100, is_primary_key: true, allow_null: false },
      { name: 'note', type: 'string', length: 100, allow_null: true },
    ]
    const { status, body } = await send('POST', 'shop/_schema', {
      as: root,
      body: { resource: [{ name: 'words', field }] },
    })
    expect([status, body]).toEqual([200, expect.anything()])
    composed = await api('composed', [shop])
    const read = (path: string, params: object, more?: object) =>
      endpoint(composed, path, [{ ...table, params: { fields: 'word', ...params } }], more)
    await read('/quoted', { filter: "word='{query.s}'" })
    await read('/twice', { filter: 'word = "{query.s}"' })
    await read('/bare', { filter: '(word = {query.s}) and (word is not null)' })
    await read('/where', { where: "word = '{query.s}'" })
    await read('/among', { filter: 'word in ({query.s})' })
    await read('/ids', { ids: '{query.s}' })
    await read('/listed', { ids: ['{query.s}'] })
    await read('/each-listed', { ids: '{body.l}' }, { method: 'POST', request_schema: list })
    await read('/bound-list', { filter: 'word in ({body.l})' }, { method: 'POST', request_schema: list })
    await endpoint(composed, '/one', [{ ...table, resource: '_table/words/{query.s}' }])
    const inner = { ...table, id: 'i', each: '{steps.all}', params: { filter: 'word = {item}' } }
    const all = { id: 'all', type: 'transform', from: '{body.l}' }
    await endpoint(composed, '/each', [all, inner], { method: 'POST', request_schema: list })
    const again = { ...inner, each: '{steps.o.resource}', params: { filter: "word = '{item.word}'" } }
    await endpoint(composed, '/stored', [{ ...table, params: { filter: "word='{query.s}'" } }, again])
    const patch = { ...table, method: 'PATCH', body: { ids: '{query.s}', resource: [{ note: 'changed' }] } }
    await endpoint(composed, '/change', [patch], { method: 'PATCH' })
    const create = { ...table, method: 'POST', body: { resource: [{ word: '{query.s}', note: '{query.s}' }] } }
    await endpoint(composed, '/create', [create], { method: 'POST' })
    await publish(composed)
    for (const word of words) await send('POST', `composed/create?s=${encodeURIComponent(word)}`, { as: root })
  })

  it('find the rows with this value only, in every place of a filter, of identifiers and of a nested step', async () => {
    for (const word of words) {
      const s = encodeURIComponent(word)
      for (const path of ['quoted', 'twice', 'bare', 'where', 'among', 'ids', 'listed']) {
        const { status, body } = await send('GET', `composed/${path}?s=${s}`, { as: root })
        const refused = (path === 'ids' || path === 'listed') && status === 400
        expect([path, word, refused ? [word] : wordsIn(body)]).toEqual([path, word, [word]])
      }
      const one = await send<Row>('GET', `composed/one?s=${s}`, { as: root })
      expect([word, one.status === 400 ? word : one.body.word]).toEqual([word, word])
      const stored = await send<unknown[]>('GET', `composed/stored?s=${s}`, { as: root })
      expect([word, stored.body.flatMap(wordsIn)]).toEqual([word, [word]])
    }
    const post = async (path: string) => (await send('POST', `composed/${path}`, { as: root, body: { l: words } })).body
    const sorted = words.toSorted()
    expect(wordsIn(await post('each-listed')).toSorted()).toEqual(sorted)
    expect(wordsIn(await post('bound-list')).toSorted()).toEqual(sorted)
    expect(((await post('each')) as unknown[]).flatMap(wordsIn)).toEqual(words)
    expect(failures).toEqual([])
  })

  it('change and create the rows with this value only', async () => {
    for (const word of words) {
      const { status } = await send('PATCH', `composed/change?s=${encodeURIComponent(word)}`, { as: root })
      const { body } = await send('GET', 'shop/_table/words?filter=note=changed', { as: root })
      expect([word, status === 400 ? [word] : wordsIn(body)]).toEqual([word, [word]])
      expect([word, status]).toEqual([word, /[,"]/.test(word) ? 400 : 200])
      await send('PATCH', 'shop/_table/words?filter=note=changed', { as: root, body: { resource: [{ note: null }] } })
    }
    const { body } = await send<{ resource: Row[] }>('GET', 'shop/_table/words', { as: root })
    expect(body.resource.map(({ word }) => word).toSorted()).toEqual(words.toSorted())
    expect(failures).toEqual([])
  })

  it('name no lookup keys, unlike what the author wrote', async () => {
    await made('system/lookup', { name: 'tenant', value: 'open' })
    const kept = { ...table, params: { filter: "(word = '{tenant}') or (word = {query.s})", order: 'word' } }
    await endpoint(composed, '/keys', [kept])
    await publish(composed)
    const { body } = await send('GET', 'composed/keys?s={tenant}', { as: root })
    expect(wordsIn(body)).toEqual(['open'])
  })

  it('never choose what is selected, in which order, or how', async () => {
    const by = { query: { properties: { s: { type: 'string', enum: ['word', 'note'] } } } }
    const draft = (params: object, more: object = {}) => endpoint(composed, '/chosen', [{ ...table, params }], more)
    for (const name of ['select', 'sort', 'order_by', 'group_by', 'rows_by_word.order', 'rows_by_word_fields'])
      await expect(draft({ [name]: '{query.s}' }), name).rejects.toThrow('lists its values in an enum')
    await expect(draft({ allow_related_delete: '{query.s}' })).rejects.toThrow('is not allowed here')
    const within = (step: object) => endpoint(composed, '/chosen', [{ ...table, method: 'PATCH', ...step }])
    const body = { ids: [1], where: '{query.s}' }
    await expect(within({ body })).rejects.toThrow('put the filter in params')
    for (const resource of ['_table/words', '/_table/words/', '/_TABLE/words'])
      await expect(within({ resource, body: { ...body, where: '', filter: '{query.s}' } })).rejects.toThrow(
        'put the filter',
      )
    for (const resource of ['/_table/{query.s}', '//_proc/{query.s}', '_TABLE/{query.s}'])
      await expect(within({ resource })).rejects.toThrow('the name of a table')
    await draft({ order: '{query.s}', fields: 'word' }, { request_schema: by })
    await publish(composed)
    expect((await send('GET', 'composed/chosen?s=word', { as: root })).status).toBe(200)
    for (const s of hostile)
      expect((await send('GET', `composed/chosen?s=${encodeURIComponent(s)}`, { as: root })).status).toBe(400)
  })
})
