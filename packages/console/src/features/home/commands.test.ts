import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { environmentCommand, keyCommand, logInCommand, programs } from './commands.ts'

const caller = { api: 'https://api.example.test/api/v2', email: 'ann@example.test', isAdmin: true }
/** Returns the arguments that a shell would pass to curl. */
const words = (lines: string) =>
  execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${lines}`], { encoding: 'utf8' })
    .trim()
    .split('\n')

test('a URL with a quotation mark stays one argument', () => {
  const email = `o'brien"@example.test`
  const { lines } = logInCommand({ ...caller, email })
  expect(JSON.parse(words(lines).at(-1) ?? '')).toEqual({ email, password: 'YOUR_PASSWORD' })
})

test('people sign in at the session resource of their kind', () => {
  expect(logInCommand(caller).lines).toContain('/api/v2/system/admin/session')
  expect(logInCommand({ ...caller, isAdmin: false }).lines).toContain('/api/v2/user/session')
})

test('every command makes one request to this instance', () => {
  expect(words(environmentCommand(caller).lines)).toEqual(['https://api.example.test/api/v2/system/environment'])
  expect(words(keyCommand(caller, 'k1').lines)).toEqual([caller.api, '-H', 'X-DreamFactory-API-Key: k1'])
})

test('programs call this instance and contain no key', () => {
  for (const { lines } of programs(caller.api)) {
    expect(lines).toContain(caller.api)
    expect(lines).toContain('YOUR_API_KEY')
  }
})
