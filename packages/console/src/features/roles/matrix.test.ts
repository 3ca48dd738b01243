import { allVerbs, type Verb, verbMask, verbs } from '@millwright/contract/verbs'
import { decide } from '@millwright/instance/access/decide'
import type { AccessRule } from '@millwright/instance/request/compiled-role'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessRow, accessRows, accessToSend, newAccess } from './access-rows.ts'
import { allowedBy, matrixLines, withVerbs } from './matrix.ts'
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
  lines(rows, more).map((line) => [line.name, line.component, line.own, allowedBy(rows, 1)(line)])

test('every service has a line, All first, and components that have rules have theirs', () => {
  expect(shown([rule(2, '_table/*', 3), rule(2, '_schema', 4, 2)])).toEqual([
    ['All', '*', 0, 0],
    ['db', '*', 0, 0],
    ['db', '_table/*', 3, 3],
    ['system', '*', 0, 0],
  ])
})

test('an opened service shows its components, and a search narrows by both names', () => {
  const open = new Map([[1, ['', 'role/*', 'user/*']]])
  expect(shown([], { open, text: 'role' })).toEqual([
    ['system', '*', 0, 0],
    ['system', 'role/*', 0, 0],
  ])
  expect(shown([], { open, text: 'sys' })).toHaveLength(4)
})

test('a rule about a service that is not there has a line all the same', () => {
  expect(shown([rule(99, 'x', 1)]).slice(-2)).toEqual([
    ['99', '*', 0, 0],
    ['99', 'x', 1, 1],
  ])
})

test('ticking makes a rule, unticking the last verb takes it away, ticking again brings it back', () => {
  const subject = { serviceId: 2, component: '*' }
  const made = withVerbs([], subject, 1, 3)
  expect(accessToSend(made)).toMatchObject([{ service_id: 2, component: '*', verb_mask: 3, requestor_mask: 1 }])
  expect(withVerbs(made, subject, 1, 0)).toEqual([])
  const stored = accessRows([{ ...storedRule, component: '*', verb_mask: 1 }])
  const gone = withVerbs(stored, subject, 1, 0)
  expect(accessToSend(gone)).toEqual([{ id: 1, role_id: null }])
  expect(accessToSend(withVerbs(gone, subject, 1, 1))).toEqual([])
})

test('rules for other callers are left alone', () => {
  const rows = [rule(2, '*', 1, 2)]
  expect(withVerbs(rows, { serviceId: 2, component: '*' }, 1, 4)).toMatchObject([
    { requestorMask: 2, verbMask: 1 },
    { requestorMask: 1, verbMask: 4 },
  ])
})

test('of several rules about the same none allows what was unticked', () => {
  const rows = [rule(2, '*', 1), rule(2, '*', 6)]
  expect(withVerbs(rows, { serviceId: 2, component: '*' }, 1, 5).map(({ verbMask: mask }) => mask)).toEqual([5, 4])
})

test('what a line says is allowed is what the instance decides', () => {
  const names = ['', '*', 'a', 'a/*', 'a/b', 'a/b/*', 'b/']
  const anyRule = fc.record({
    serviceId: fc.constantFrom(null, 1, 2),
    component: fc.constantFrom(...names),
    verbMask: fc.integer({ min: 0, max: allVerbs }),
  })
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 8 }), (made) => {
      const rows = made.map((values) => newAccess(values))
      const rules = made.map(
        ({ serviceId, component, verbMask: mask }, id): AccessRule => ({
          id,
          service: serviceId === null ? null : (services.byId.get(serviceId)?.name ?? null),
          component: component.replace(/\/$/, ''),
          verbMask: mask,
          requestorMask: 1,
          filters: [],
          filterOp: 'AND',
        }),
      )
      const role = { id: 1, name: 'r', isActive: true, rules }
      const may = (verb: Verb, service: string, resource: string) =>
        decide({ verb, service, resource, requestor: 'API', caller: { sysadmin: false, role } }, []).allowed
      const allowed = allowedBy(rows, 1)
      const open = new Map([1, 2].map((id) => [id, names]))
      for (const line of lines(rows, { open })) {
        if (line.serviceId === null) continue
        // A name that no rule speaks about stands for everything below a wildcard.
        const resource = line.component.endsWith('*') ? line.component.replace('*', 'zzz') : line.component
        const mask = verbs.reduce((sum, verb) => (may(verb, line.name, resource) ? sum | verbMask[verb] : sum), 0)
        expect([line.name, line.component, allowed(line)]).toEqual([line.name, line.component, mask])
      }
    }),
  )
})

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
