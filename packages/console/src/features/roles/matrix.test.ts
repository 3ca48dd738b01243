import { allVerbs, type Verb, verbMask, verbs } from '@millwright/contract/verbs'
import { decide } from '@millwright/instance/access/decide'
import type { AccessRule } from '@millwright/instance/request/compiled-role'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessRow, accessRows, accessToSend, newAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { accessChanges } from './access-changes.tsx'
import { allowedBy, allowedOn, type MatrixLine, matrixLines, presetOf, presets, withVerb, withVerbs } from './matrix.ts'
import { roleServices } from './role-services.ts'

const services = roleServices({
  services: [
    { id: 2, name: 'db', type: 'sqlite' },
    { id: 1, name: 'system', type: 'system' },
  ],
  types: [{ name: 'sqlite', group: 'Database' }],
})
const rule = (serviceId: number | null, component: string, verbMask: number, requestorMask = 1) =>
  newAccess({ serviceId, component, verbMask, requestorMask })
const lines = (rows: readonly AccessRow[], more: Partial<Parameters<typeof matrixLines>[0]> = {}) =>
  matrixLines({ rows, services, requestor: 1, open: new Map(), text: '', ...more })
const shown = (rows: readonly AccessRow[], more: Partial<Parameters<typeof matrixLines>[0]> = {}) =>
  lines(rows, more).map((line) => [line.name, line.label, line.own, allowedOn(allowedBy(rows, 1), line)])
const masks = (rows: readonly AccessRow[]) => rows.map((row) => [row.component, row.verbMask])

test('every service has a line, after one for All, as has every component with rules', () => {
  expect(shown([rule(2, '_table/*', 3), rule(2, '_schema', 4, 2)])).toEqual([
    ['All', '*', 0, 0],
    ['db', '*', 0, 0],
    ['db', '_table/*', 3, 3],
    ['system', '*', 0, 0],
  ])
})

test('an expanded service shows its components, tables first, and a search filters by both names', () => {
  const open = new Map([[1, ['', 'role/', 'role/*', 'user/*', '_table/x/']]])
  expect(shown([], { open, text: 'role' })).toEqual([
    ['system', '*', 0, 0],
    ['system', 'role', 0, 0],
  ])
  expect(lines([], { open, text: 'sys' }).map(({ label }) => label)).toEqual(['*', '', '_table/x', 'role', 'user/*'])
})

test('a table and its records share a line, whichever of them has a rule', () => {
  for (const [rows, own] of [
    [[rule(2, '_table/a', 1)], 0],
    [[rule(2, '_table/A/*', 1)], 1],
  ] as const) {
    const [line] = lines(rows).filter(({ label }) => label !== '*')
    expect(line).toMatchObject({ own, some: 1, rules: 1 })
    expect(line && presetOf(line)).toBe(own === 0 ? null : 'read')
    const read = withVerbs(rows, line ?? never, 1, verbMask.GET)
    expect(lines(read).map(presetOf)).toEqual(['none', 'none', 'read', 'none'])
    expect(withVerbs(read, line ?? never, 1, 0)).toEqual([])
  }
})

test('a rule for a missing service has a line, too', () => {
  expect(shown([rule(99, 'x', 1)]).slice(-2)).toEqual([
    ['99', '*', 0, 0],
    ['99', 'x', 1, 1],
  ])
})

test('checking a verb creates a rule, unchecking the last verb removes it, checking again restores it', () => {
  const subject = { serviceId: 2, components: ['*'] }
  const made = withVerbs([], subject, 1, 3)
  expect(accessToSend(made)).toMatchObject([{ service_id: 2, component: '*', verb_mask: 3, requestor_mask: 1 }])
  expect(withVerbs(made, subject, 1, 0)).toEqual([])
  const stored = accessRows([{ ...storedRule, component: '*', verb_mask: 1 }])
  const gone = withVerbs(stored, subject, 1, 0)
  expect(accessToSend(gone)).toEqual([{ id: 1, role_id: null }])
  expect(accessToSend(withVerbs(gone, subject, 1, 1))).toEqual([])
})

test('a rule added beside a filtered one gets the same row filters', () => {
  const filters = [{ name: 'owner', operator: '=', value: '{user.id}' }]
  const rows = [newAccess({ serviceId: 2, component: '_table/a', verbMask: 1, filters, filterOp: 'OR' })]
  const made = withVerbs(rows, { serviceId: 2, components: ['_table/a', '_table/a/*'] }, 1, 31)
  expect(made).toMatchObject([
    { component: '_table/a', filters },
    { component: '_table/a/*', filters, filterOp: 'OR' },
  ])
})

test('rules for other requestors are unchanged, and no duplicate rule allows an unchecked verb', () => {
  const rows = [rule(2, '*', 1, 2)]
  const subject = { serviceId: 2, components: ['*'] }
  expect(withVerbs(rows, subject, 1, 4)).toMatchObject([
    { requestorMask: 2, verbMask: 1 },
    { requestorMask: 1, verbMask: 4 },
  ])
  expect(masks(withVerbs([rule(2, '*', 1), rule(2, '*', 6)], subject, 1, 13))).toEqual([
    ['*', 9],
    ['*', 4],
  ])
})

const names = ['', '*', 'a', 'a/*', 'a/b', 'a/b/*', 'b/', '_table/t', '_Table/t/*', '_table/u*', 'a*b']
const anyRule = fc.record({
  serviceId: fc.constantFrom(null, 1, 2),
  component: fc.constantFrom(...names),
  verbMask: fc.integer({ min: 0, max: allVerbs }),
  requestorMask: fc.integer({ min: 0, max: 3 }),
  filters: fc.constantFrom([], [{ name: 'owner', operator: '=', value: '1' }]),
})
const anyRows = fc.array(fc.record({ values: anyRule, stored: fc.boolean() }), { maxLength: 8 }).map((made) =>
  made.map(({ values, stored }, index): AccessRow => {
    const row = newAccess(values)
    const { serviceId: service_id, component, verbMask: verb_mask, requestorMask: requestor_mask, filters } = values
    const record = { ...storedRule, id: index, service_id, component, verb_mask, requestor_mask, filters: [...filters] }
    return stored ? (accessRows([record])[0] ?? row) : row
  }),
)
const open = new Map([1, 2].map((id) => [id, names]))

test('the verbs that a line shows as allowed are those that the instance allows', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const rules = rows.map(
        ({ serviceId, component, verbMask: verb, requestorMask }, id): AccessRule => ({
          id,
          service: serviceId === null ? null : (services.byId.get(serviceId)?.name ?? null),
          component: (component ?? '').toLowerCase().replace(/\/$/, ''),
          verbMask: verb,
          requestorMask,
          filters: [],
          filterOp: 'AND',
        }),
      )
      const role = { id: 1, name: 'r', isActive: true, rules }
      const may = (verb: Verb, service: string, resource: string) =>
        decide({ verb, service, resource, requestor: 'API', caller: { sysadmin: false, role } }, []).allowed
      const allowed = allowedBy(rows, 1)
      for (const { serviceId, components, name } of lines(rows, { open })) {
        if (serviceId === null) continue
        for (const component of components) {
          // A name that no rule contains represents everything below a wildcard.
          const resource = component.endsWith('*') ? component.replace('*', 'zzz') : component
          const mask = verbs.reduce((sum, verb) => (may(verb, name, resource) ? sum | verbMask[verb] : sum), 0)
          expect([name, component, allowed(serviceId, component)]).toEqual([name, component, mask])
        }
      }
    }),
  )
})

const anyEdit = fc.record({
  at: fc.nat(),
  requestor: fc.constantFrom(1, 2, 3),
  preset: fc.constantFrom(...presets),
})
const aboutLine = ({ serviceId, components }: MatrixLine, requestor: number) => {
  const paths = components.map((component) => component.toLowerCase().replace(/^\/+|\/+$/g, ''))
  return (row: AccessRow) =>
    row.serviceId === serviceId &&
    row.requestorMask === requestor &&
    paths.includes((row.component ?? '').toLowerCase().replace(/^\/+|\/+$/g, ''))
}

test('a line shows the preset that it was given, and applying it again changes nothing', () => {
  fc.assert(
    fc.property(anyRows, anyEdit, (rows, { at, requestor, preset }) => {
      const before = lines(rows, { open, requestor })
      const line = before[at % before.length] ?? never
      const after = withVerbs(rows, line, requestor, preset.mask)
      const read = lines(after, { open, requestor }).find(({ key }) => key === line.key)
      expect(read ? presetOf(read) : 'none').toBe(preset.id)
      expect(accessToSend(withVerbs(after, line, requestor, preset.mask))).toEqual(accessToSend(after))
      const again = presetOf(line)
      if (again !== null) {
        const mask = presets.find(({ id }) => id === again)?.mask ?? 0
        expect(withVerbs(rows, line, requestor, mask)).toEqual(rows)
      }
    }),
  )
})

test('other rules stay unchanged and in place, and no rule loses its filters or its position', () => {
  fc.assert(
    fc.property(anyRows, anyEdit, fc.constantFrom(...verbs), fc.boolean(), (rows, edit, verb, given) => {
      const { at, requestor, preset } = edit
      const before = lines(rows, { open, requestor })
      const line = before[at % before.length] ?? never
      const isAbout = aboutLine(line, requestor)
      for (const after of [
        withVerbs(rows, line, requestor, preset.mask),
        withVerb(rows, line, requestor, verbMask[verb], given),
      ]) {
        expect(after.filter((row) => !isAbout(row))).toEqual(rows.filter((row) => !isAbout(row)))
        const kept = rows.filter(({ key }) => after.some((row) => row.key === key)).map(({ key }) => key)
        expect(after.map(({ key }) => key).slice(0, kept.length)).toEqual(kept)
        for (const { key, stored, filters } of rows) {
          const now = after.find((row) => row.key === key)
          if (stored || now) expect(now).toMatchObject({ stored, filters })
        }
      }
      const ticked = withVerb(rows, line, requestor, verbMask[verb], given)
      const read = lines(ticked, { open, requestor }).find(({ key }) => key === line.key) ?? { own: 0, some: 0 }
      expect(((given ? read.own : read.some) & verbMask[verb]) !== 0).toBe(given)
      expect(read.some & ~verbMask[verb]).toBe(line.some & ~verbMask[verb])
    }),
  )
})

test('changes are reported by place, and an inactive role allows nothing', () => {
  const before = [rule(2, '_table/a', 3), rule(null, '*', 1)]
  const after = [...before.map((row) => ({ ...row, verbMask: 1 })), rule(2, '_table/b/*', 1, 3)]
  expect(accessChanges({ is_active: true, access: before }, { is_active: true, access: after })).toEqual([
    { serviceId: 2, component: '_table/a', requestor: 'API', gained: [], lost: ['POST'], filters: false },
    { serviceId: 2, component: '_table/b/*', requestor: 'SCRIPT', gained: ['GET'], lost: [], filters: false },
  ])
  const side = (is_active: boolean) => ({ is_active, access: before })
  expect(accessChanges(side(false), side(true)).map(({ gained }) => gained.length)).toEqual([2, 1])
  const filtered = before.map((row) => ({ ...row, filters: [{ name: 'x', operator: '=', value: '1' }] }))
  expect(accessChanges(side(true), { is_active: true, access: filtered })[0]).toMatchObject({ filters: true })
})

test('no change is reported if different rules allow the same', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const side = { is_active: true, access: rows }
      expect(accessChanges(side, { is_active: true, access: rows.map((row) => ({ ...row })) })).toEqual([])
    }),
  )
})

const never: MatrixLine = {
  key: '',
  serviceId: null,
  components: [],
  name: '',
  first: false,
  label: '',
  own: 0,
  some: 0,
  rules: 0,
  filter: null,
  hole: null,
}

const storedRule = {
  id: 1,
  role_id: 5,
  service_id: 2,
  component: '*',
  verb_mask: 3,
  requestor_mask: 1,
  filters: null,
  filter_op: 'and',
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
}
