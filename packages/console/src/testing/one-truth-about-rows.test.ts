import type { Verb } from '@millwright/contract/verbs'
import type { AccessExplanation } from '@millwright/contract/wire/access-explanation'
import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { rolesWithAccess as reachingRows } from '../features/access/access-rows.ts'
import { accessWarnings } from '../features/roles/access-warnings.tsx'
import { explainedRows } from '../features/roles/explain/explain-words.ts'
import { matrixLines } from '../features/roles/matrix.ts'
import { roleServices } from '../features/roles/role-services.ts'
import { accessRows, accessToSend, newAccess } from '../widgets/access/access-rules/access-rows.ts'
import { asOneGrant } from '../widgets/access/access-rules/one-grant.ts'
import { type RowAccess, type RowFilter, rowAccess, type Way } from '../widgets/access/access-rules/row-access.ts'

const { send, root, make } = sharedInstance()
const ids = [1, 2, 3, 4]
const places = fixture(async () => ({ db: await make.serviceId('db') }))
beforeAll(async () => {
  const day = [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string' },
  ]
  const reference = { name: 'day_id', type: 'reference', ref_table: 'day', ref_field: 'id' }
  const visit = [{ name: 'id', type: 'id' }, { name: 'region', type: 'string' }, reference]
  for (const [name, field] of [
    ['day', day],
    ['visit', visit],
  ] as const)
    await send('POST', 'db/_schema', { as: root, body: { resource: [{ name, field }] } })
  await send('POST', 'db/_table/day', { as: root, body: { resource: [{ name: 'first' }] } })
  const rows = ids.map((id) => ({ region: id % 2 === 0 ? 'east' : 'west', day_id: 1 }))
  await send('POST', 'db/_table/visit', { as: root, body: { resource: rows } })
})

const filters: readonly RowFilter[] = [
  { filters: [], filterOp: 'AND' },
  { filters: [], filterOp: 'AND' },
  { filters: [{ name: 'region', operator: '=', value: 'west' }], filterOp: 'AND' },
  { filters: [{ name: 'id', operator: '>', value: '2' }], filterOp: 'AND' },
]
const anyRule = fc.record({
  named: fc.boolean(),
  component: fc.constantFrom('_table/visit', '_table/Visit/*', '_table/visit/*', '_table/*', '*'),
  verbMask: fc.constantFrom(1, 1, 4, 8, 9, 13, 31, 0),
  filter: fc.constantFrom(...filters),
})

const shows = (filter: RowFilter | null | undefined) => (id: number) => {
  const [condition] = filter?.filters ?? []
  if (condition === undefined) return true
  return condition.name === 'id' ? id > 2 : id % 2 === 1
}

/** The rows that the model expects to be read or changed; `null` if the request is refused. */
function expected(access: RowAccess, way: Way, verb: Verb): readonly number[] | null {
  const filter = access[way].filters.get(verb)
  return filter === undefined ? null : ids.filter(shows(filter))
}

async function store(rules: readonly object[], role: number) {
  await send('PATCH', `system/role/${role}`, { as: root, body: { role_service_access_by_role_id: rules } })
}

test('matrix, rules, access and explanation say what the instance answers, and one grant leaves no hole', async () => {
  const { id: role } = await make.role({ name: 'any' })
  const app = await make.app({ role_id: role })
  const { db } = places
  const services = roleServices({
    services: [{ id: db, name: 'db', type: 'sqlite' }],
    types: [{ name: 'sqlite', group: 'Database' }],
  })
  const place = { serviceId: db, component: '_table/visit' }
  type Rows = { resource?: { id: number }[] }
  const call = (verb: Verb, path: string, body?: object) =>
    send<Rows>(verb, path, { key: app.api_key, ...(body && { body }) })
  const stored = async () => {
    const path = `system/role/${role}?related=role_service_access_by_role_id`
    const { body } = await send<{ role_service_access_by_role_id: [] }>('GET', path, { as: root })
    return body.role_service_access_by_role_id
  }
  const listed = async (verb: Verb, path: string) => {
    const { status, body } = await call(verb, path, verb === 'GET' ? undefined : { resource: [{ day_id: 1 }] })
    return status >= 400 ? null : (body.resource ?? []).map(({ id }) => id)
  }
  const single = async (verb: Verb) => {
    const results = await Promise.all(
      ids.map((id) => call(verb, `db/_table/visit/${id}`, verb === 'GET' ? undefined : { day_id: 1 })),
    )
    if (results.every(({ status }) => status === 403 || status === 401)) return null
    return ids.filter((_, at) => results[at]?.status === 200)
  }
  const related = async () => {
    type Days = { resource?: { visit_by_day_id: { id: number }[] }[] }
    const { status, body } = await send<Days>('GET', 'db/_table/day?related=visit_by_day_id', { key: app.api_key })
    return status >= 400 ? null : (body.resource?.[0]?.visit_by_day_id ?? []).map(({ id }) => id)
  }

  const agrees = async () => {
    const rules = await stored()
    const rows = accessRows(rules)
    const access = rowAccess(rows, 'API')(place)
    expect(await listed('GET', 'db/_table/visit')).toEqual(expected(access, 'list', 'GET'))
    expect(await single('GET')).toEqual(expected(access, 'record', 'GET'))
    expect(await listed('PATCH', 'db/_table/visit?filter=id>0')).toEqual(expected(access, 'list', 'PATCH'))
    expect(await single('PATCH')).toEqual(expected(access, 'record', 'PATCH'))
    // The table that refers to it has other rows, so only some roles can read it.
    const days = await call('GET', 'db/_table/day')
    if (days.body.resource?.length === 1 && access.list.filters.has('GET'))
      expect(await related()).toEqual(expected(access, 'list', 'GET'))

    const line = matrixLines({ rows, services, requestor: 1, open: new Map(), text: '' }).find(
      ({ label }) => label.toLowerCase() === '_table/visit',
    )
    if (line) expect(line.hole).toEqual(access.hole)
    const warned = [...accessWarnings(rows, services.byId).values()].some(({ kind }) => kind === 'hole')
    if (access.hole && line) expect(warned).toBe(true)
    const shown = reachingRows(
      [{ id: role, name: 'any', active: true, rules }],
      { service: 'db', kind: 'table', name: 'visit' } as Parameters<typeof reachingRows>[1],
      db,
    )
    if (shown[0]) expect(shown[0].rows).toEqual(access)
    const body = { app_id: app.id, verb: 'GET', path: 'db/_table/visit/2', requestor: 'API' } as const
    const explanation = await send<AccessExplanation>('POST', 'system/access_explanation', { as: root, body })
    const explained = explainedRows(explanation.body, body)
    if (access.hole) expect(explained?.access.hole?.open).toEqual(access.hole.open)
    if (explained) expect(explained.access.list.filters).toEqual(access.list.filters)
    return { rows, access, line }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anyRule, { minLength: 1, maxLength: 4 }), async (made) => {
      const before = accessRows(await stored()).map((row) => ({ ...row, removed: true }))
      const rows = made.map(({ named, component, verbMask, filter }) =>
        named || filter.filters.length > 0 || component !== '*'
          ? newAccess({ serviceId: db, component, verbMask, ...filter })
          : newAccess({ component, verbMask }),
      )
      await store(accessToSend([...before, ...rows]), role)
      const found = await agrees()
      if (!found.line || !found.access.hole) return
      await store(accessToSend(asOneGrant(found.rows, place)), role)
      const closed = await agrees()
      expect(closed.access.hole).toBeNull()
      expect([closed.access.list.mask, closed.access.record.mask]).toEqual([
        found.access.list.mask,
        found.access.record.mask,
      ])
      expect(closed.access.wanted).toEqual(found.access.wanted)
    }),
    { numRuns: 30 },
  )
})
