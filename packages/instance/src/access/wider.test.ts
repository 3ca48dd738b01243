import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide } from './decide.ts'
import { requestBeyondRights } from './handed-role.ts'
import { question, type RuleValues, testCaller, testRole } from './test-rules.ts'

const holding = (...rules: RuleValues[]) => testCaller({ role: testRole(rules) })

it.each<[string, RuleValues[], RuleValues[], string | null]>([
  [
    'a verb that the caller lacks',
    [{ service: 'db', component: '*', verbs: ['GET'] }],
    [{ service: 'db', component: '*' }],
    "POST of 'db'",
  ],
  [
    'a service that the caller lacks',
    [{ service: 'db', component: '*' }],
    [{ service: 'files', component: '*', verbs: ['GET'] }],
    "GET of 'files'",
  ],
  [
    'all services',
    [{ service: 'db', component: '*' }],
    [{ service: null, component: '*', verbs: ['GET'] }],
    'GET of services that your roles do not mention',
  ],
  [
    'what a closer row of the caller takes away',
    [
      { service: 'db', component: '*' },
      { service: 'db', component: '_table/staff', verbs: [] },
    ],
    [{ service: 'db', component: '_table/*', verbs: ['GET'] }],
    "GET of 'db/_table/staff'",
  ],
  [
    'rows that a condition hides from the caller',
    [{ service: 'db', component: '_table/*', filters: '[{"name":"a","operator":"=","value":"1"}]' }],
    [{ service: 'db', component: '_table/*', verbs: ['GET'] }],
    "GET of 'db/_table'",
  ],
  [
    'calls of scripts, which the caller may not make',
    [{ service: 'db', component: '*' }],
    [{ service: 'db', component: '*', verbs: ['GET'], requestors: 3 }],
    "GET of 'db'",
  ],
  ['nothing more', [{ service: 'db', component: '*' }], [{ service: 'db', component: '_table/items' }], null],
  ['nothing at all', [], [], null],
  [
    'what a row of the role itself closes again',
    [{ service: 'db', component: '_table/*' }],
    [
      { service: 'db', component: '_table/*' },
      { service: 'db', component: '_table/x', verbs: [] },
    ],
    null,
  ],
])('finds in a role %s', (_what, held, given, found) => {
  expect(requestBeyondRights(holding(...held), testRole(given))).toBe(found)
})

it('returns null only if the role allows no request that the caller may not make', () => {
  const rule = fc.record({
    service: fc.constantFrom('a', 'b', null),
    component: fc.constantFrom('', '*', 'x', 'x/', 'x/*', 'x/y', 'x/y/*', 'x/y*'),
    verbs: fc.constantFrom<NonNullable<RuleValues['verbs']>>([], ['GET'], 'all'),
  })
  const roles = fc.array(rule, { maxLength: 4 })
  const paths = ['a', 'b', 'c'].flatMap((service) =>
    ['', 'x', 'x/y', 'x/z', 'x/yy', 'x/y/z', 'x/yy/z', 'q', 'q/r'].map((path) => `GET ${service}/${path}`),
  )
  fc.assert(
    fc.property(roles, roles, (held, given) => {
      const caller = holding(...held)
      const role = testRole(given)
      const more = paths.filter(
        (path) => decide(question(role, path), []).allowed && !decide(question(caller.role, path), []).allowed,
      )
      if (requestBeyondRights(caller, role) === null) expect(more).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
