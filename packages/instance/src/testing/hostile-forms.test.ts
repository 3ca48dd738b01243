import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testInstance } from './test-instance.ts'
import { engines } from './test-store.ts'

const names = ['email', 'name', 'first_name', 'username', 'new_password', 'password', 'password_confirmation', 'code']
const more = ['phone', 'security_question', 'security_answer', 'old_password', 'person', 'subject', 'body_html', 'to']
const strange = fc.constantFrom(
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'a@example.test',
  'a.b.c@example.test',
  '@',
  '\0',
  '\ud800',
  '{link}',
  '{',
  '%',
  "'",
  '<script>',
  'x'.repeat(300),
  'long enough',
  '\r\nBcc: b@example.test',
  '{trim(trim(name))}',
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    strange,
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, 'value'), tie('value'), { maxKeys: 3 }),
  ),
}))
const form = fc.dictionary(fc.constantFrom(...names, ...more), value, { maxKeys: 6 })

const call = fc.record({
  path: fc.constantFrom(
    'user/register',
    'user/register?login=true',
    'user/password',
    'user/password?reset=true',
    'system/email_preview',
    'user/custom',
    'user/custom/x',
    'user/custom?ids=a,b&rollback=true',
    'system/cache/x',
    'system/cache/_event/',
  ),
  method: fc.constantFrom('POST', 'POST', 'POST', 'PATCH', 'GET', 'DELETE'),
  body: fc.oneof(
    { weight: 6, arbitrary: form.map((fields) => JSON.stringify(fields)) },
    value.map(jsonOf),
    fc.string(),
  ),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    'application/x-www-form-urlencoded',
    'application/xml',
    'text/csv',
  ),
})

function jsonOf(any: unknown): string {
  return JSON.stringify(any) ?? ''
}

describe.each(engines)('an instance on %s', (engine) => {
  it.each([
    ['where people confirm by mail', {}],
    ['where they choose a password at once', { open_reg_email_service_id: null }],
  ])('responds to any form, %s, and rejects it in the envelope', async (_, more) => {
    const loginFailures = { account: { count: 9999, seconds: 1 }, address: { count: 9999, seconds: 1 } }
    const { send, root, make, parts } = await testInstance({ engine, config: { loginFailures } })
    const config = { allow_open_registration: true, ...more }
    await send('PATCH', `system/service/${await make.serviceId('user')}`, { as: root, body: { config } })
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(call, async ({ path, method, body, type }) => {
        const sent = method === 'GET' ? {} : { body }
        const as = path.startsWith('user/register') || path.startsWith('user/password') ? undefined : root
        const answer = await send(method, path, { as, headers: { 'content-type': type }, ...sent })
        statuses.add(answer.status)
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) {
          const error = { code: expect.any(Number), message: expect.any(String), status_code: answer.status }
          expect(answer.body).toMatchObject({ error })
        }
      }),
      { numRuns: 400 },
    )
    await parts.background.idle()
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
  })
})
