import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

describe.each(engines)('two people editing one record on %s', (engine) => {
  const { send, root } = sharedInstance({ engine })
  let made = 0
  async function createRole(): Promise<string> {
    made += 1
    const { body } = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { name: `r${made}`, lookup_by_role_id: [{ name: 'k', value: 'v' }] },
    })
    return `system/role/${body.resource[0].id}`
  }
  const etagOf = async (path: string) => String((await send('GET', path, { as: root })).headers.etag)
  const write = (verb: string, path: string, etag: string, body?: unknown) =>
    send(verb, path, { as: root, headers: { 'If-Match': etag }, body })

  it('rejects the second change with any verb, and returns the current record', async () => {
    const path = await createRole()
    const first = await etagOf(path)
    expect(first).toMatch(/^"\d+-1"$/)
    await send('PATCH', path, { as: root, body: { description: 'theirs' } })
    for (const [verb, body] of [
      ['PUT', { description: 'mine' }],
      ['PATCH', { description: 'mine' }],
      ['DELETE'],
    ] as const) {
      const answer = await write(verb, `${path}?related=lookup_by_role_id`, first, body)
      expect(answer).toMatchObject({
        status: 412,
        body: { error: { code: 412, context: { description: 'theirs', lookup_by_role_id: [{ name: 'k' }] } } },
      })
      expect(answer.headers.etag).toBe(await etagOf(path))
    }
    expect((await send('GET', path, { as: root })).body).toMatchObject({ description: 'theirs' })
  })

  it('a change of a nested row counts as a change of the record', async () => {
    const path = await createRole()
    const before = await etagOf(path)
    await send('PATCH', path, { as: root, body: { lookup_by_role_id: [{ name: 'k', value: 'w' }] } })
    expect(await write('PATCH', path, before, { description: 'mine' })).toMatchObject({ status: 412 })
  })

  it('responds with 404 for a record that was deleted meanwhile', async () => {
    const path = await createRole()
    const etag = await etagOf(path)
    await send('DELETE', path, { as: root })
    expect(await write('PATCH', path, etag, { description: 'mine' })).toMatchObject({ status: 404 })
  })

  it('returns the next ETag with each write', async () => {
    const created = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { name: 'etags' },
    })
    const path = `system/role/${created.body.resource[0].id}`
    expect(created.headers.etag).toBe(await etagOf(path))
    let etag = String(created.headers.etag)
    for (const query of ['', '?fields=*', '?related=lookup_by_role_id']) {
      const answer = await write('PATCH', path + query, etag, { description: query })
      expect(answer.status).toBe(200)
      expect(answer.headers.etag).not.toBe(etag)
      etag = String(answer.headers.etag)
      expect(etag).toBe(await etagOf(path))
    }
    expect((await write('PATCH', path, `"0-0", W/${etag}`, { description: 'weakened' })).status).toBe(200)
    expect((await write('DELETE', path, '*')).status).toBe(200)
  })

  it('lets exactly one of many concurrent changes with the same ETag succeed', async () => {
    const path = await createRole()
    const etag = await etagOf(path)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => write('PATCH', path, etag, { description: `writer ${at}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  })
})
