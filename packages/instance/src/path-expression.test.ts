import { expect, test } from 'vitest'
import { pathExpression } from './path-expression.ts'

test.each(['^(', '^(?=a)a', '^(a)\\1', '^a{1,1000}b{1,1000}'])('%s is refused', (pattern) => {
  expect(pathExpression(pattern)).toBeNull()
})

test.each(['^/(a+)+$', '^/(a|aa)*$', '^/(.*)*b$', '^/.*a.*a.*a.*a.*b'])(
  '%s costs no more than the path is long',
  (pattern) => {
    const begin = performance.now()
    expect(pathExpression(pattern)?.(`/${'a'.repeat(4000)}!`)).toBe(false)
    expect(performance.now() - begin).toBeLessThan(2000)
  },
)

test.each([
  ['^/API/v\\d+/db', '/api/V2/DB/_table', true],
  ['^/api/\\D+$', '/api/v2', false],
  ['^/api/[A-Z]{2,5}$', '/api/abc', true],
  ['^/api/(system|db)/', '/api/files/', false],
])('%s on %s: %s', (pattern, path, expected) => {
  expect(pathExpression(pattern)?.(path)).toBe(expected)
})
