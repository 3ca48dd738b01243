import { sessionTokenHeader } from '@millwright/contract/headers'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'
import { turnsDuring } from '../../testing/turns.ts'

describe.each(engines)('a batch with a bad row on %s', (engine) => {
  const { send, root, server } = sharedInstance({ engine })
  const call = (verb: string, path: string, body?: unknown) => send(verb, `system/role${path}`, { as: root, body })
  const names = async (like: string) => {
    const filter = encodeURIComponent(`name like "${like}%"`)
    const { body } = await send<{ resource: { name: string }[] }>('GET', `system/role?filter=${filter}`, { as: root })
    return body.resource.map(({ name }) => name)
  }
  const rows = (prefix: string) => ({ resource: [{ name: `${prefix}1` }, { name: '' }, { name: `${prefix}2` }] })
  const failed = (message: string, resource: readonly unknown[]) => ({
    status: 400,
    body: { error: { code: 1000, status_code: 400, message, context: { error: [1], resource } } },
  })
  const refused = { code: 400, status_code: 400, context: { name: ['name is required.'] } }
  const made = { id: expect.any(Number) }
  const notCreated = 'Batch Error: Not all requested records could be created.'

  it('stops there and keeps the rows before it', async () => {
    expect(await call('POST', '', rows('a'))).toMatchObject(failed(notCreated, [made, refused]))
    expect(await names('a')).toEqual(['a1'])
  })

  it('continues after it with continue', async () => {
    expect(await call('POST', '?continue=true', rows('b'))).toMatchObject(failed(notCreated, [made, refused, made]))
    expect(await names('b')).toEqual(['b1', 'b2'])
  })

  it('keeps nothing with rollback', async () => {
    const message = `${notCreated} All changes rolled back.`
    expect(await call('POST', '?rollback=true', rows('c'))).toMatchObject(failed(message, [made, refused]))
    expect(await names('c')).toEqual([])
  })

  it('tries every row and keeps nothing with both', async () => {
    const taken = { code: 400, context: { name: ['name is already in use.'] } }
    const resource = ['g1', '', 'g1', 'g2', 'g1'].map((name) => ({ name }))
    const answer = await call('POST', '?rollback=true&continue=true', { resource })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { context: { error: [1, 2, 4], resource: [made, refused, taken, made, taken] } } },
    })
    expect(await names('g')).toEqual([])
  })

  it('keeps nothing if the client is gone', async () => {
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const abort = new AbortController()
    const answer = fetch(`${address}/api/v2/system/role?rollback=true`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [sessionTokenHeader]: root.token },
      body: JSON.stringify({ resource: Array.from({ length: 3000 }, (_, at) => ({ name: `h${at}` })) }),
      signal: abort.signal,
    })
    await fetch(`${address}/api/v2/system/environment`)
    abort.abort()
    await expect(answer).rejects.toThrow()
    await expect.poll(() => call('POST', '', { name: 'h after' })).toMatchObject({ status: 201 })
    expect(await names('h')).toEqual(['h after'])
  })

  it('rolls back rows that only the database rejects', async () => {
    const twice = { resource: [{ name: 'd1' }, { name: 'd1' }] }
    const taken = { code: 400, context: { name: ['name is already in use.'] } }
    expect(await call('POST', '?rollback=true', twice)).toMatchObject({
      body: { error: { context: { resource: [made, taken] } } },
    })
    expect(await names('d')).toEqual([])
  })

  it('is also handled as a batch with one row', async () => {
    const answer = await call('POST', '', { name: '' })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 1000, context: { error: [0], resource: [refused] } } },
    })
  })

  it('returns updated rows with the requested fields', async () => {
    const { body } = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: { name: 'e1' },
    })
    const [{ id }] = body.resource
    const sent = { resource: [{ id, description: 'x' }, { id: 9999, description: 'y' }, { description: 'z' }] }
    expect(await call('PATCH', '?fields=id,description', sent)).toMatchObject(
      failed('Batch Error: Not all requested records could be updated.', [
        { id, description: 'x' },
        { code: 404, message: "Record with identifier '9999' not found." },
      ]),
    )
    const on = await call('PATCH', '?fields=id,description&continue=true', sent)
    expect(on).toMatchObject({ body: { error: { context: { error: [1, 2], resource: [{ id }, {}, { code: 400 }] } } } })
  })

  it('deletes nothing with rollback if one row is missing', async () => {
    const { body } = await send<{ resource: { id: number }[] }>('POST', 'system/role', {
      as: root,
      body: [{ name: 'f1' }, { name: 'f2' }],
    })
    const ids = body.resource.map(({ id }) => id)
    const message = 'Batch Error: Not all requested records could be deleted. All changes rolled back.'
    const answer = await call('DELETE', `?ids=${ids[0]},99999&rollback=true`)
    expect(answer).toMatchObject(failed(message, [{ id: ids[0] }, { code: 404 }]))
    expect(await names('f')).toEqual(['f1', 'f2'])
    expect((await call('DELETE', `?ids=${ids.join()}&rollback=true`)).body).toEqual({
      resource: ids.map((id) => ({ id })),
    })
    expect(await names('f')).toEqual([])
  })

  it.each([
    ['?rollback=true', 201, (at: number) => `i${at}`],
    ['', 201, (at: number) => `j${at}`],
    ['?continue=true', 400, () => 'e1'],
    ['?rollback=true&continue=true', 400, () => 'e1'],
  ])('lets other tasks run while many rows are written with %j, answered with %i', async (query, status, nameOf) => {
    const many = Array.from({ length: 300 }, (_, at) => ({ name: nameOf(at) }))
    const turns = await turnsDuring(async () => {
      expect(await call('POST', query, many)).toMatchObject({ status })
    })
    expect(turns).toBeGreaterThan(many.length)
  })
})
