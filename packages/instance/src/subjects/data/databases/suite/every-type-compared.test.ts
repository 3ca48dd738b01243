import { printFilter } from '@millwright/contract/filter/print'
import { sessionTokenHeader } from '@millwright/contract/headers'
import { ExactNumber, parseExact } from '@millwright/contract/wire/exact-json'
import { beforeAll, expect, it } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { unequalTypes, unsortedTypes } from './column-types.ts'
import { sharedServiceOn } from './service-on.ts'
import { makeTypedTables, typedTables } from './typed-tables.ts'

forEachEngine('a value of any type', (on) => {
  const { name } = on.engine
  const service = sharedServiceOn(on)
  const { instance } = service
  const { send, make, root: as } = instance
  beforeAll(() => makeTypedTables(on, service))
  // MariaDB compares single-precision floats with the nearest double (docs/wire/types.md).
  const tables = typedTables(on).filter(({ type }) => type !== 'float' || name !== 'mysql')
  const isUnequal = (type: string) => unequalTypes[name]?.includes(type) === true
  const isUnsorted = (type: string) => unsortedTypes[name]?.includes(type) === true

  /** The values of a table as a response has them, by their rows. */
  async function valuesOf(table: string): Promise<readonly (readonly [number, string])[]> {
    const headers = { [sessionTokenHeader]: as.token, accept: 'application/json' }
    const { body } = await instance.server.inject({ url: `/api/v2/db/_table/${table}`, headers })
    const { resource } = parseExact(body) as { resource: readonly { id: number; v: unknown }[] }
    return resource.flatMap(({ id, v }) => {
      if (v === null || v === '') return []
      return [[id, v instanceof ExactNumber ? v.digits : String(v)] as const]
    })
  }

  async function found(path: string, options: Parameters<typeof send>[2]) {
    const { status, body } = await send<{ resource?: readonly { id: number }[] }>('GET', `db/_table/${path}`, options)
    return { status, ids: (body.resource ?? []).map(({ id }) => id) }
  }

  const byFilter = (table: string, filter: string) =>
    found(`${table}?fields=id&filter=${encodeURIComponent(filter)}`, { as })

  let roles = 0
  async function byRole(table: string, value: string) {
    const filters = [{ name: 'v', operator: '=', value }]
    const rule = {
      service_id: service.serviceId,
      component: `_table/${table}/*`,
      verb_mask: 1,
      requestor_mask: 1,
      filters,
    }
    roles += 1
    const role = { name: `reader ${roles}`, is_active: true, role_service_access_by_role_id: [rule] }
    const body = { resource: [role] }
    const made = await send<{ resource: readonly [{ id: number }] }>('POST', 'system/role', { as, body })
    if (made.status !== 201) return { status: made.status, ids: [] }
    const { api_key: key } = await make.app({ role_id: made.body.resource[0].id })
    return found(`${table}?fields=id`, { key })
  }

  it('finds the rows that have it, in filters of callers and of roles, or is refused', async () => {
    const differences: string[] = []
    for (const { table, type } of tables) {
      for (const [id, text] of await valuesOf(table)) {
        const value = { kind: 'text', text } as const
        const quoted = printFilter({ kind: 'compare', field: 'v', operator: '=', value }).replace(/^\(?v = |\)$/g, '')
        const doors = {
          filter: await byFilter(table, `v = ${quoted}`),
          list: await byFilter(table, `v in (${quoted})`),
          role: await byRole(table, quoted),
        }
        for (const [door, { status, ids }] of Object.entries(doors)) {
          const isRight = isUnequal(type) ? status === 400 : status === 200 && ids.includes(id)
          if (!isRight) differences.push(`${type}, ${text}: ${status} with rows ${ids} by ${door}`)
        }
      }
    }
    expect(differences).toEqual([])
  }, 300_000)

  it('is told from null, and sorted where the database can', async () => {
    const differences: string[] = []
    for (const { table, type } of tables) {
      const { status, ids } = await byFilter(table, 'v is null')
      const all = await found(`${table}?fields=id`, { as })
      const given = (await byFilter(table, 'not (v is null)')).ids
      if (status !== 200 || ids.length + given.length !== all.ids.length)
        differences.push(`${type}: ${status} for null`)
      for (const order of ['v', 'v desc']) {
        const sorted = await found(`${table}?fields=id&order=${encodeURIComponent(order)}`, { as })
        const isRight = isUnsorted(type)
          ? sorted.status === 400
          : sorted.status === 200 && sorted.ids.length === all.ids.length
        if (!isRight) differences.push(`${type}: ${sorted.status} for the order ${order}`)
      }
    }
    expect(differences).toEqual([])
  }, 300_000)
})
