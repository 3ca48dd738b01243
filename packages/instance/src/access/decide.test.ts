import { verbs } from '@millwright/contract/verbs'
import { describe, expect, it } from 'vitest'
import { type Decision, decide } from './decide.ts'
import { question, type RuleValues, testRole } from './test-rules.ts'

const none: Decision['tier'] = null
interface Case {
  readonly that: string
  readonly rules: readonly RuleValues[]
  readonly call: string
  readonly allowed: boolean
  readonly tier: Decision['tier']
}

const read = ['GET'] as const

const cases: readonly Case[] = [
  { that: 'a role without rules allows nothing', rules: [], call: 'GET db/_table', allowed: false, tier: none },
  {
    that: 'another service is not meant',
    rules: [{ service: 'files', component: '*' }],
    call: 'GET db/_table',
    allowed: false,
    tier: none,
  },
  {
    that: 'a component is not its children',
    rules: [{ service: 'system', component: 'role' }],
    call: 'GET system/role/5',
    allowed: false,
    tier: none,
  },
  {
    that: '`role/` as stored is the exact component `role`',
    rules: [{ service: 'system', component: 'role/' }],
    call: 'GET system/role',
    allowed: true,
    tier: 'exact',
  },
  {
    that: '`role/` does not reach `role/5`',
    rules: [{ service: 'system', component: 'role/' }],
    call: 'GET system/role/5',
    allowed: false,
    tier: none,
  },
  {
    that: '`role/*` reaches `role/5`',
    rules: [{ service: 'system', component: 'role/*' }],
    call: 'GET system/role/5',
    allowed: true,
    tier: 'component',
  },
  {
    that: '`role/*` covers `role` itself',
    rules: [{ service: 'system', component: 'role/*' }],
    call: 'GET system/role',
    allowed: true,
    tier: 'component',
  },
  {
    that: '`role/*` is not `roles`',
    rules: [{ service: 'system', component: 'role/*' }],
    call: 'GET system/roles',
    allowed: false,
    tier: none,
  },
  {
    that: '`role/*` is not the service root',
    rules: [{ service: 'system', component: 'role/*' }],
    call: 'GET system',
    allowed: false,
    tier: none,
  },
  {
    that: 'a wildcard may end within a name',
    rules: [{ service: 'db', component: '_table/it*' }],
    call: 'GET db/_table/items/5',
    allowed: true,
    tier: 'component',
  },
  {
    that: 'a star in the middle matches nothing',
    rules: [{ service: 'db', component: '_table/*/x' }],
    call: 'GET db/_table/items/x',
    allowed: false,
    tier: none,
  },
  {
    that: 'an exact rule wins even if it allows less than a wildcard',
    rules: [
      { service: 'db', component: '_table/*' },
      { service: 'db', component: '_table/items', verbs: read },
    ],
    call: 'POST db/_table/items',
    allowed: false,
    tier: 'exact',
  },
  {
    that: 'the order of rules does not matter to that',
    rules: [
      { service: 'db', component: '_table/items', verbs: read },
      { service: 'db', component: '_table/*' },
    ],
    call: 'POST db/_table/items',
    allowed: false,
    tier: 'exact',
  },
  {
    that: 'within a tier the verbs are joined',
    rules: [
      { service: 'db', component: '_table/items', verbs: read },
      { service: 'db', component: '_table/items', verbs: ['POST'] },
    ],
    call: 'GET db/_table/items',
    allowed: true,
    tier: 'exact',
  },
  {
    that: '`*` and `name/*` share a tier',
    rules: [
      { service: 'db', component: '_table/*', verbs: read },
      { service: 'db', component: '*', verbs: ['POST'] },
    ],
    call: 'POST db/_table/items',
    allowed: true,
    tier: 'component',
  },
  {
    that: 'a rule that names the service hides those about all services, even without verbs',
    rules: [
      { service: null, component: '*' },
      { service: 'db', component: '*', verbs: [] },
    ],
    call: 'GET db/_table/items',
    allowed: false,
    tier: 'component',
  },
  {
    that: 'a rule that names the service but does not match hides nothing',
    rules: [
      { service: null, component: '*' },
      { service: 'db', component: '_schema/*', verbs: [] },
    ],
    call: 'GET db/_table/items',
    allowed: true,
    tier: 'all',
  },
  {
    that: 'all services: `*` reaches every component',
    rules: [{ service: null, component: '*' }],
    call: 'DELETE whatever/a/b/c',
    allowed: true,
    tier: 'all',
  },
  {
    that: 'all services: an empty component is their roots',
    rules: [{ service: null, component: '' }],
    call: 'GET whatever',
    allowed: true,
    tier: 'all',
  },
  {
    that: 'all services: an empty component is not what is below',
    rules: [{ service: null, component: '' }],
    call: 'GET whatever/a',
    allowed: false,
    tier: none,
  },
  {
    that: 'all services: a named component matches nothing',
    rules: [{ service: null, component: 'role/*' }],
    call: 'GET system/role',
    allowed: false,
    tier: none,
  },
  {
    that: 'the service root is an empty component',
    rules: [{ service: 'db', component: '' }],
    call: 'GET db',
    allowed: true,
    tier: 'exact',
  },
  {
    that: 'the service root is in `*` too, less closely',
    rules: [{ service: 'db', component: '*' }],
    call: 'GET db/',
    allowed: true,
    tier: 'service',
  },
  {
    that: 'the empty component wins over `*` at the root',
    rules: [
      { service: 'db', component: '*' },
      { service: 'db', component: '', verbs: [] },
    ],
    call: 'GET db',
    allowed: false,
    tier: 'exact',
  },
  {
    that: 'case does not matter',
    rules: [{ service: 'Db', component: '_Table/Items' }],
    call: 'GET DB/_tABLE/iTEMS',
    allowed: true,
    tier: 'exact',
  },
  {
    that: 'outer slashes do not matter',
    rules: [{ service: 'db', component: '/_table/items/' }],
    call: 'GET db//_table/items/',
    allowed: true,
    tier: 'exact',
  },
  {
    that: 'the parameters of a procedure do not matter',
    rules: [{ service: 'db', component: '_proc/sum' }],
    call: 'GET db/_proc/sum(1,2)',
    allowed: true,
    tier: 'exact',
  },
  {
    that: 'a placeholder stands for one name',
    rules: [{ service: 'db', component: '_table/items' }],
    call: 'GET db/_table/{table_name}',
    allowed: true,
    tier: 'component',
  },
  {
    that: 'a placeholder does not stand for two names',
    rules: [{ service: 'db', component: '_table/items/5' }],
    call: 'GET db/_table/{table_name}',
    allowed: false,
    tier: none,
  },
  {
    that: 'a rule for scripts is not for clients',
    rules: [{ service: 'db', component: '*', requestors: 2 }],
    call: 'GET db/_table',
    allowed: false,
    tier: none,
  },
  {
    that: 'a rule for nobody matches nobody',
    rules: [{ service: 'db', component: '*', requestors: 0 }],
    call: 'GET db/_table',
    allowed: false,
    tier: none,
  },
  {
    that: 'a rule for somebody else hides nothing',
    rules: [
      { service: 'db', component: '_table', verbs: [], requestors: 2 },
      { service: 'db', component: '*' },
    ],
    call: 'GET db/_table',
    allowed: true,
    tier: 'component',
  },
]

describe('what a role allows', () => {
  it.each(cases)('$that', ({ rules, call, allowed, tier }) => {
    expect(decide(question(testRole(rules), call), [])).toMatchObject({ allowed, tier })
  })

  it('requires the verb of the request', () => {
    const role = testRole([{ service: 'db', component: '*', verbs: ['GET', 'PATCH'] }])
    const allowed = verbs.filter((verb) => decide(question(role, `${verb} db/x`), []).allowed)
    expect(allowed).toEqual(['GET', 'PATCH'])
  })

  it('distinguishes requests of scripts from those of clients', () => {
    const role = testRole([{ service: 'db', component: '*', requestors: 2 }])
    expect(decide(question(role, 'GET db/x', { requestor: 'SCRIPT' }), []).allowed).toBe(true)
  })
})
