import { describe, expect, it } from 'vitest'
import { compileRole } from './compile-role.ts'
import { decide } from './decide.ts'
import { explain } from './explain.ts'
import { rowFilter } from './row-filter.ts'
import { mayUseService } from './rule-match.ts'
import { question, type RuleValues, testCaller, testRole } from './test-rules.ts'

const filter = (value: string) => JSON.stringify([{ name: 'owner', operator: '=', value }])

describe('a compiled role', () => {
  const row = {
    id: 1,
    service_id: 7,
    service_name: 'Db',
    component: '/_Table/Items/',
    verb_mask: 31,
    requestor_mask: 1,
    filters: null,
    filter_op: 'or',
  }
  const role = { id: 3, name: 'clerk', is_active: 1 }

  it('omits rules for deleted services, which must not become rules for all services', () => {
    const compiled = compileRole(role, [{ ...row, service_name: null, component: '*' }])
    expect(decide(question(compiled, 'GET db/x'), []).allowed).toBe(false)
  })

  it('allows nothing by a rule with unreadable filters', () => {
    for (const filters of ['{', '{}', '5', '[{"name":"a"}]']) {
      const compiled = compileRole(role, [{ ...row, filters }])
      expect(decide(question(compiled, 'GET db/_table/items'), []).allowed).toBe(false)
    }
  })

  it('has normalized components, services and operators', () => {
    const { rules, ...rest } = compileRole(role, [row, { ...row, component: null, filters: filter('ann') }])
    expect(rest).toEqual({ id: 3, name: 'clerk', isActive: true })
    expect(rules[0]).toMatchObject({ service: 'db', component: '_table/items', filterOp: 'OR', filters: [] })
    expect(rules[1]).toMatchObject({ component: '', filters: [{ name: 'owner', operator: '=', value: 'ann' }] })
  })
})

describe('access to any part of a service', () => {
  const cases: readonly [string, readonly RuleValues[], boolean][] = [
    ['without rules', [], false],
    ['with rules about others', [{ service: 'files', component: '*' }], false],
    ['with a rule about any part of it', [{ service: 'db', component: '_table/x', verbs: ['GET'] }], true],
    ['with a rule about all services', [{ service: null, component: '*', verbs: ['GET'] }], true],
    [
      'with a rule that names it and allows nothing',
      [
        { service: null, component: '*' },
        { service: 'db', component: '', verbs: [] },
      ],
      false,
    ],
  ]
  it.each(cases)('%s', (_, rules, expected) => {
    expect(mayUseService(testCaller({ role: testRole(rules) }), 'db')).toBe(expected)
  })

  it('is denied without a role or with an inactive one, and always granted to unrestricted administrators', () => {
    expect(mayUseService(testCaller(), 'db')).toBe(false)
    expect(mayUseService(testCaller({ role: testRole([{ service: null, component: '*' }], false) }), 'db')).toBe(false)
    expect(mayUseService(testCaller({ sysadmin: true }), 'db')).toBe(true)
  })
})

describe('the rows that a role shows', () => {
  const shownBy = (rules: readonly RuleValues[], call = 'GET db/_table/items') =>
    rowFilter(testRole(rules), question(null, call))?.filters[0]?.value ?? null

  it('are all rows without filters, and for rules for all services', () => {
    expect(shownBy([{ service: 'db', component: '*' }])).toBeNull()
    expect(shownBy([{ service: null, component: '*', filters: filter('ann') }])).toBeNull()
  })

  it('are those of the closest rule with the verb', () => {
    const rules = [
      { service: 'db', component: '_table/items', verbs: ['POST'], filters: filter('exact') },
      { service: 'db', component: '_table/*', verbs: ['GET'], filters: filter('wildcard') },
    ] as const
    expect(shownBy(rules)).toBe('wildcard')
    expect(shownBy(rules, 'POST db/_table/items')).toBe('exact')
  })

  it('are those of the last of equally close rules', () => {
    const rules = ['first', 'last'].map((name) => ({ service: 'db', component: '_table/items', filters: filter(name) }))
    expect(shownBy(rules)).toBe('last')
    expect(shownBy([...rules, { service: 'db', component: '*', filters: filter('wildcard') }])).toBe('last')
    expect(shownBy([...rules, { service: 'db', component: '_table/items' }])).toBeNull()
  })

  it('come with the operator that joins the filters', () => {
    const role = testRole([{ service: 'db', component: '*', filters: filter('ann'), filter_op: 'or' }])
    expect(rowFilter(role, question(null, 'GET db/_table/items'))?.op).toBe('OR')
  })
})

describe('the reasons for a decision', () => {
  const role = testRole([
    { service: 'db', component: '_table/items', verbs: ['GET'] },
    { service: 'db', component: '_table/*' },
    { service: 'files', component: '*' },
    { service: 'db', component: '*', requestors: 2 },
    { service: 'db', component: '_schema/*' },
  ])

  it('name the rules that decided, and why the others did not', () => {
    const { allowed, tier, considered } = explain(question(role, 'POST db/_table/items'), [])
    expect({ allowed, tier }).toEqual({ allowed: false, tier: 'exact' })
    expect(considered.map(({ rule, decides, because }) => [rule.id, decides, because])).toEqual([
      [1, true, 'It matches this component and does not allow POST.'],
      [2, false, 'A more specific rule decides; this one matches a group of components.'],
      [3, false, "It applies to the service 'files'."],
      [4, false, 'It does not apply to requests from clients of the API.'],
      [5, false, "Its component '_schema/*' does not cover '_table/items'."],
    ])
  })

  it('are given for all rules if none of them matters', () => {
    const admin = question(role, 'GET db', { caller: { sysadmin: true, role } })
    expect(explain(admin, [])).toMatchObject({ allowed: true, tier: 'sysadmin' })
    expect(explain(admin, []).considered.some(({ decides }) => decides)).toBe(false)
    const inactive = explain(question(testRole([{ service: null, component: '*' }], false), 'GET db'), [])
    expect(inactive.considered[0]?.because).toBe('The role is not active.')
  })
})
