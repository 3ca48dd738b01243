import { expect, test } from 'vitest'
import { decidingRules } from './deciding-rules.ts'

const rule = (serviceId: number | null, component: string, verbs: number, requestorMask = 1) => ({
  serviceId,
  component,
  verbs,
  requestorMask,
})
type Rule = ReturnType<typeof rule>
const decide = (rules: readonly Rule[], component: string) => decidingRules(rules, 1, (each) => each)(5, component)
const verbs = (rules: readonly Rule[], component: string) =>
  decide(rules, component).reduce((mask, each) => mask | each.verbs, 0)

test.each<[string, readonly Rule[], number, number]>([
  ['no rule', [], 0, 0],
  ['rules of another service', [rule(6, '*', 31)], 0, 0],
  ['rules for scripts', [rule(5, '*', 31, 2)], 0, 0],
  ['the table alone, which lists and does not open', [rule(5, '_table/contact/', 1)], 1, 0],
  ['the table and what is below it', [rule(5, '_TABLE/Contact/*', 3)], 3, 3],
  ['an exact rule beside a wider one', [rule(5, '*', 31), rule(5, '_table/contact', 1)], 1, 31],
  ['wildcards, joined', [rule(5, '_table/*', 1), rule(5, '*', 2)], 3, 3],
  ['a name that only begins alike', [rule(5, '_table/contact_old', 1), rule(5, '_table/contact_*', 1)], 0, 0],
  ['a star that is not at the end', [rule(5, '_table/*/1', 31), rule(5, '*_table/*', 31)], 0, 0],
  ['all services', [rule(null, '*', 1)], 1, 1],
  ['all services, where a rule names the service', [rule(null, '*', 31), rule(5, '_table/contact', 0)], 0, 31],
])('%s', (_, rules, onTable, onRecord) => {
  expect([verbs(rules, '_table/contact'), verbs(rules, '/_table/Contact/1')]).toEqual([onTable, onRecord])
})

test('decides the root of a service by its own rules, then by those for all services', () => {
  expect(verbs([rule(5, '*', 1), rule(null, '*', 31)], '')).toBe(1)
  expect(verbs([rule(null, '', 3)], '')).toBe(3)
  expect(decide([rule(5, '_table/*', 3)], '')).toEqual([])
})
