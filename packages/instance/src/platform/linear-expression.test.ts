import { expect, test } from 'vitest'
import { linearExpression } from './linear-expression.ts'

test.each([
  '^(',
  '(a',
  'a)',
  '[b',
  'a{2,1}',
  '*',
  '^(?=a)a',
  '^(?!a)b',
  '(?<=a)b',
  '^(a)\\1',
  '(?<n>a)\\k<n>',
  'a++',
  '(?>a)',
  '^a{1,1000}b{1,1000}',
  '(a{1,100}){1,100}',
  'a{1,2000}',
  'a.{0,900}b',
  '('.repeat(2000) + ')'.repeat(2000),
])('rejects %s', (pattern) => {
  expect(linearExpression(pattern, 'i')).toBeNull()
})

test.each([
  '^/(a+)+$',
  '^/(a|aa)*$',
  '^/(.*)*b$',
  '^/.*a.*a.*a.*a.*b',
  '(x+x+)+y',
  'a.{0,200}b',
  '^(.*a.{90}b|.*b.{90}a)$',
])('matches %s, which never ends with backtracking', (pattern) => {
  expect(linearExpression(pattern)?.(`/${'a'.repeat(4000)}!`)).toBe(false)
})

test.each([
  ['^/API/v\\d+/db', '/api/V2/DB/_table', true],
  ['^/api/\\D+$', '/api/v2', false],
  ['^/api/\\D+$', '/API/Db', true],
  ['^/api/[A-Z]{2,5}$', '/api/abc', true],
  ['^/api/(system|db)/', '/api/files/', false],
  ['^\\/api\\/(?<service>\\w+)$', '/api/db', true],
  ['^/api/\\u0064b$', '/api/DB', true],
  ['^/straße/\\S$', '/STRAßE/É', true],
])('ignores case: %s on %s is %s', (pattern, path, expected) => {
  expect(linearExpression(pattern, 'i')?.(path)).toBe(expected)
})

test.each([
  ['^b$', '', 'a\nb', false],
  ['^b$', 'm', 'a\nb', true],
  ['a.b', '', 'a\nb', false],
  ['a.b', 's', 'a\nb', true],
  ['A', '', 'a', false],
  ['^.$', 'u', '😀', true],
])('matches %s with the flags "%s" on %j: %s', (pattern, flags, text, expected) => {
  expect(linearExpression(pattern, flags)?.(text)).toBe(expected)
})
