import { verbMask, verbs } from '@millwright/contract/verbs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { explain } from './explain.ts'
import { rowFilter } from './row-filter.ts'
import { question, testRole } from './test-rules.ts'

const path = fc
  .array(fc.constantFrom('_table', 'items', 'role', '5', '*', '{x}', 'a(b)', '(', ')', 'Ünï', ''), { maxLength: 4 })
  .map((parts) => parts.join('/'))
const rule = fc.record({
  service: fc.constantFrom(null, 'db', 'system', 'DB'),
  component: path,
  verbs: fc.subarray([...verbs]),
  requestors: fc.integer({ min: 0, max: 3 }),
})
const asked = fc.record({ verb: fc.constantFrom(...verbs), service: fc.constantFrom('db', 'system'), resource: path })

describe('for every role and request', () => {
  it('allows exactly the verbs in the mask, which never exceeds all rules combined', () => {
    fc.assert(
      fc.property(fc.array(rule), asked, (rules, { verb, service, resource }) => {
        const role = testRole(rules)
        const { allowed, mask } = decide(question(role, '', { verb, service, resource }), [])
        const together = role.rules.reduce((all, { verbMask: each }) => all | each, 0)
        expect(allowed).toBe((mask & verbMask[verb]) !== 0)
        expect(mask & ~together).toBe(0)
      }),
    )
  })

  it('returns the same decision again, separately for each service', () => {
    const many = fc.array(rule, { minLength: 8, maxLength: 12 })
    const service = fc.constantFrom('db', 'system', 'd', 'db ', 'db1:')
    const call = fc.record({ verb: fc.constantFrom(...verbs), service, resource: path })
    fc.assert(
      fc.property(many, fc.array(call, { minLength: 1, maxLength: 20 }), (rules, calls) => {
        const kept = testRole(rules)
        for (const asked of [...calls, ...calls]) {
          expect(decide(question(kept, '', asked), [])).toEqual(decide(question(testRole(rules), '', asked), []))
        }
      }),
    )
  })

  it('does not depend on the order of rules, on case or on outer slashes', () => {
    fc.assert(
      fc.property(fc.array(rule), asked, (rules, { verb, service, resource }) => {
        const plain = decide(question(testRole(rules), '', { verb, service, resource }), [])
        const turned = testRole([...rules].reverse())
        const written = { verb, service, resource: `/${resource.toUpperCase()}//` }
        expect(decide(question(turned, '', written), [])).toEqual(plain)
      }),
    )
  })

  it('always allows a request that a rule with all verbs matches exactly', () => {
    fc.assert(
      fc.property(fc.array(rule), asked, (rules, { verb, service, resource }) => {
        const exact = { service, component: resource.replace(/\([^)]*\)/, '') }
        fc.pre(!exact.component.includes('*') && !/[()]/.test(exact.component) && !/^\/|\/$/.test(exact.component))
        expect(decide(question(testRole([...rules, exact]), '', { verb, service, resource }), []).allowed).toBe(true)
      }),
    )
  })

  it('adds to a role what grants allow, never takes, and explains the same', () => {
    const filters = fc.constantFrom(null, '[{"name":"a","operator":"=","value":"1"}]')
    const given = fc.array(
      fc.record({ service: fc.constantFrom('db', 'system'), component: path, verbs: fc.subarray([...verbs]), filters }),
    )
    fc.assert(
      fc.property(fc.array(rule), given, asked, (rules, granted, { verb, service, resource }) => {
        const own = testRole(rules)
        const held = testRole(granted).rules
        const role = { ...own, grants: { current: () => held } }
        const call = { verb, service, resource }
        const without = decide(question(own, '', call), [])
        const together = decide(question(role, '', call), [])
        const alone = held.map((each) => decide(question({ ...own, rules: [each] }, '', call), []).mask)
        expect(together.mask).toBe(alone.reduce((all, mask) => all | mask, without.mask))
        const explained = explain(question(role, '', call), [])
        expect(explained).toMatchObject(together)
        const deciding = explained.considered.filter(({ decides }) => decides)
        expect(deciding.reduce((all, { rule: { verbMask: mask } }) => all | mask, 0)).toBe(together.mask)
        const ended = { ...own, grants: { current: () => [] } }
        expect(decide(question(ended, '', call), [])).toEqual(without)
        const whole = [without.allowed ? rowFilter(own, { ...call, requestor: 'API' }) : 'nothing']
        if (whole[0] === null) expect(rowFilter(role, { ...call, requestor: 'API' })).toBeNull()
      }),
    )
  })
})
