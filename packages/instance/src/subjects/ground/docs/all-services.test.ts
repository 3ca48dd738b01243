import { expect, test } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, root } = sharedInstance()
const count = 250
const names = Array.from({ length: count }, (_, at) => `store${String(at).padStart(3, '0')}`)

interface Document {
  readonly openapi: string
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const read = (path: string) => send<Document>('GET', path, { as: root })

test('one document of more services than are kept is written in parts that make the same whole', async () => {
  const before = (await read('api_docs')).body
  const resource = names.map((name) => ({ name, type: 'local_file', is_active: true, config: { container: name } }))
  expect((await send('POST', 'system/service', { as: root, body: { resource } })).status).toBe(201)

  const order: string[] = []
  const whole = read('api_docs').then((answer) => {
    order.push('api_docs')
    return answer
  })
  await Promise.all(names.slice(0, 5).map(() => read('system/environment').then(() => order.push('other'))))
  const { status, headers, body } = await whole
  expect(order.at(-1)).toBe('api_docs')
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body.openapi).toBe(before.openapi)
  expect(body.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'system', 'user']))
  for (const path of ['/system/role', '/user/session']) expect(body.paths[path]).toEqual(before.paths[path])
  for (const name of names) expect(body.paths[`/${name}/{file_path}`]).toBeDefined()
  const ids = Object.values(body.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  )
  expect(new Set(ids).size).toBe(ids.length)
  const text = JSON.stringify(body)
  const refs = [...text.matchAll(/"#\/components\/([a-zA-Z]+)\/([^"]+)"/g)]
  const dangling = refs.filter(([, kind = '', name = '']) => body.components[kind]?.[name] === undefined)
  expect(dangling.map(([ref]) => ref)).toEqual([])
})

test('it is not available as YAML, which says how to get it', async () => {
  const { status, body } = await send('GET', 'api_docs?format=yaml', { as: root })
  expect([status, body]).toMatchObject([
    400,
    { error: { message: expect.stringContaining('the document of one service') } },
  ])
  expect((await read('api_docs?openapi=3.1')).body.openapi).toBe('3.1.0')
})

test('the names of the events of as many services are all listed', async () => {
  const { body } = await send<{ resource: string[] }>('GET', 'system/event?as_list=true', { as: root })
  const listed = new Set(body.resource)
  expect(listed.size).toBe(body.resource.length)
  for (const name of names) expect(listed).toContain(`${name}.get`)
})
