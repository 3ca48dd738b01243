import type { Verb } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'

const { send, root } = sharedInstance()
const service = 'db'
beforeAll(() =>
  send('POST', `${service}/_schema`, {
    as: root,
    body: {
      resource: [
        {
          name: 'odd',
          field: [
            { name: 'id', type: 'id' },
            { name: 'name', type: 'string', allow_null: true },
          ],
        },
      ],
    },
  }),
)

const odd = [{ a: 1 }, [1], [[{}]], true, null]
const places: readonly (readonly [Verb, string, (id: unknown) => object])[] = [
  ...(['GET', 'PATCH', 'DELETE'] as const).flatMap((verb) =>
    ['system/role', 'system/user', `${service}/_table/odd`].map(
      (path) => [verb, path, (id: unknown) => ({ ids: [id], resource: [{ name: 'x' }] })] as const,
    ),
  ),
  ['PATCH', 'system/role', (id) => ({ resource: [{ id, name: 'x' }] })],
  ['DELETE', 'system/role', (id) => ({ resource: [{ id }] })],
  ['PATCH', `${service}/_table/odd`, (id) => ({ resource: [{ id, name: 'x' }] })],
  ['DELETE', `${service}/_table/odd`, (id) => ({ resource: [{ id }] })],
  ['GET', `${service}/_schema`, (id) => ({ ids: [id] })],
  ['DELETE', `${service}/_schema`, (id) => ({ ids: [id] })],
  ['DELETE', `${service}/_schema/odd/_field`, (id) => ({ ids: [id] })],
  ['DELETE', 'system/limit_cache', (id) => ({ ids: [id] })],
  ['GET', `${service}/_table/odd`, (name) => ({ fields: [name] })],
  ['GET', `${service}/_table/odd`, (name) => ({ related: [name] })],
  ['GET', `${service}/_table/odd`, (name) => ({ order: [name] })],
]

it.each(places)('%s %s explains what is wrong with an invalid id', async (verb, path, body) => {
  for (const id of odd) {
    const as = root
    // A GET with a body is sent as a POST.
    const { status, body: answer } =
      verb === 'GET'
        ? await send('POST', `${path}?method=GET`, { as, body: body(id) })
        : await send(verb, path, { as, body: body(id) })
    const said = JSON.stringify(answer)
    expect(said).not.toContain('[object')
    expect(status, `${JSON.stringify(id)}: ${said}`).toBeLessThan(500)
    if (typeof id === 'object' && id !== null && !Array.isArray(id)) {
      expect(status, said).toBeGreaterThanOrEqual(400)
      expect(said).toMatch(/'(?:ids?|fields|related|order)'|has no|names no/)
    }
  }
})
