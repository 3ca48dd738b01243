import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

type Failure = { error: { message: string; context: Record<string, unknown> } }

forEachEngine('endpoints with transaction', (on) => {
  const database = on.share()
  const instance = sharedInstance()
  const { send, root: as, failures } = instance
  const { made, api, endpoint, publish } = apiBuilder(instance)
  let composed: number

  const words = async (query = '') => {
    const { body } = await send<{ resource: { word: string }[] }>('GET', `shop/_table/words?order=word${query}`, { as })
    return body.resource.map(({ word }) => word)
  }
  const add = (word: string, more: object = {}) => ({
    service: 'shop',
    resource: '_table/words',
    method: 'POST',
    body: { resource: [{ word }] },
    ...more,
  })
  const all = { id: 'all', service: 'shop', resource: '_table/words', params: { order: 'word', fields: 'word' } }
  const post = (path: string, body: object = {}) => send<Failure>('POST', `composed/${path}`, { as, body })
  async function draft(path: string, steps: readonly object[], more: object = {}): Promise<number> {
    const execution_plan = { steps, transaction: true, ...more }
    const id = await endpoint(composed, path, [], { method: 'POST', execution_plan })
    await publish(composed)
    return id
  }

  beforeAll(async () => {
    const cache = { cache_enabled: true, cache_ttl: 3600 }
    const shop = await made('system/service', {
      name: 'shop',
      label: 'Shop',
      type: on.type,
      is_active: true,
      config: { ...database.config, ...cache },
    })
    const other = { type: 'sqlite', is_active: true, config: { database: 'other.sqlite' } }
    const second = await made('system/service', { name: 'second', label: 'Second', ...other })
    const files = { type: 'local_file', is_active: true, config: { container: 'of-words' } }
    const store = await made('system/service', { name: 'store', label: 'Store', ...files })
    const field = [
      { name: 'word', type: 'string', length: 100, is_primary_key: true, allow_null: false },
      { name: 'note', type: 'string', length: 100, allow_null: true },
    ]
    for (const service of ['shop', 'second'])
      await send('POST', `${service}/_schema`, { as, body: { resource: [{ name: 'words', field }] } })
    composed = await api('composed', [shop, second, store])
  })

  it('are refused if they write elsewhere, naming the step and the member', async () => {
    const refused: readonly [object, string][] = [
      [
        add('b', { id: 'b', service: 'second' }),
        "Step 'b', service: writes to 'second', but the transaction is one of 'shop'.",
      ],
      [
        { id: 'f', service: 'store', resource: 'a.txt', method: 'DELETE' },
        "Step 'f', service: 'store' has no transactions, so it cannot be written to in one.",
      ],
      [
        { id: 's', service: 'shop', resource: '_schema/words', method: 'DELETE' },
        "Step 's', resource: only records of tables can be written in a transaction.",
      ],
      [{ id: 'p', service: 'shop', resource: '_proc/commit' }, "Step 'p', resource: only records of tables"],
    ]
    for (const [step, sentence] of refused)
      await expect(draft('/elsewhere', [add('a'), step])).rejects.toThrow(sentence)
    await draft('/elsewhere', [add('a'), { service: 'second', resource: '_table/words' }, { service: 'store' }])
  })

  it('leave nothing behind when a later step fails, and see their own writes until then', async () => {
    const failing = [
      add('one', { id: 'one' }),
      all,
      { id: 'each', type: 'transform', from: '{steps.all.resource}' },
      { ...add('{item.word} again'), id: 'again', each: '{steps.each}' },
      add('one', { id: 'twice' }),
    ]
    await draft('/whole', failing)
    const whole = await post('whole')
    expect(whole.status).toBeGreaterThanOrEqual(400)
    expect(whole.body.error.context).toEqual({ step: 'twice' })
    expect(await words()).toEqual([])
    await draft('/apart', failing, { transaction: false })
    const apart = await post('apart')
    expect(apart.body.error.context).toEqual({ step: 'twice', completed: ['one', 'again'] })
    expect(await words()).toEqual(['one', 'one again'])
    await send('DELETE', 'shop/_table/words?force=true', { as })
    await draft('/kept', [...failing.slice(0, 4), { ...all, id: 'then' }])
    expect(await post('kept')).toMatchObject({
      status: 200,
      body: { resource: [{ word: 'one' }, { word: 'one again' }] },
    })
    expect(await words()).toEqual(['one', 'one again'])
    expect(failures).toEqual([])
  })

  it('keep what a step continues with after failures, and give each call its own transaction', async () => {
    await send('DELETE', 'shop/_table/words?force=true', { as })
    const rows = [{ word: 'a' }, { word: 'a' }, { word: 'b' }]
    const some = add('', { id: 'some', params: { continue: 'true' }, body: { resource: rows } })
    await draft('/some', [some])
    expect((await post('some')).status).toBe(400)
    expect(await words()).toEqual([])
    await draft('/many', [add('{body.word}'), add('{body.word} too')])
    const answers = await Promise.all(['k', 'l', 'm', 'k'].map((word) => post('many', { word })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await words()).toEqual(['k', 'k too', 'l', 'l too', 'm', 'm too'])
    expect(failures).toEqual([])
  })

  it('cover what event scripts write to the service, which never wait for them', async () => {
    await send('DELETE', 'shop/_table/words?force=true', { as })
    const content = `const [{ word }] = event.request.payload.resource
      if (!word.startsWith('by script')) await platform.api.post('shop/_table/words', { resource: [{ word: 'by script ' + word }] })`
    const script = { name: 'shop._table.words.post.post_process', type: 'nodejs', is_active: true, content }
    await made('system/event_script', script)
    await draft('/scripted', [add('s'), { ...all, resource: '_table/words/{body.missing}' }])
    expect((await post('scripted', { missing: 'nothing' })).status).toBe(404)
    expect(await words()).toEqual([])
    expect((await post('scripted', { missing: 'by script s' })).status).toBe(200)
    expect(await words()).toEqual(['by script s', 's'])
    await send('DELETE', `system/event_script/${script.name}`, { as })
    expect(failures).toEqual([])
  })
})
