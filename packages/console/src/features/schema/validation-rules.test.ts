import { expect, test } from 'vitest'
import {
  otherRules,
  readPattern,
  readRules,
  withBound,
  withPattern,
  withSetting,
  writeRules,
} from './validation-rules.ts'

test.each(['{', '3', '[1]', 'null'])('shows no rules for %s', (text) => {
  expect(readRules(text)).toBeNull()
})

test('preserves the order of rules and unknown settings', () => {
  const text = '{"own": {"x": 1}, "email": {"on_fail": "No."}}'
  const rules = readRules(text) ?? []
  expect(rules.map(({ rule }) => rule)).toEqual(['own', 'email'])
  expect(JSON.parse(writeRules(rules))).toEqual(JSON.parse(text))
  expect(otherRules(rules)).not.toContain('email')
  expect(writeRules([])).toBe('')
})

test('adds and removes settings', () => {
  const rule = { rule: 'int', settings: {} }
  const bounded = withBound(withBound(rule, 'min', '0'), 'max', '9')
  expect(bounded.settings).toEqual({ range: { min: 0, max: 9 } })
  expect(withBound(withBound(bounded, 'min', ''), 'max', '').settings).toEqual({})
  expect(withSetting(withSetting(rule, 'on_fail', 'No.'), 'on_fail', '').settings).toEqual({})
})

test('encodes a pattern with any characters in base64', () => {
  const rule = withPattern({ rule: 'match', settings: {} }, '/^[äöü]\\d+$/')
  expect(rule.settings.regexp).toMatch(/^[A-Za-z0-9+/=]+$/)
  expect(readPattern(rule)).toBe('/^[äöü]\\d+$/')
  expect(readPattern({ rule: 'match', settings: { regexp: '/plain?/' } })).toBe('/plain?/')
})
