import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { expectMessage } from '../expect-message.ts'
import { mailedLink } from '../mailed-link.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const { send, root, make } = instance
const anonymous = { as: null }

async function configure(config: object): Promise<void> {
  const path = `system/service/${await make.serviceId('user')}`
  expect((await send('PATCH', path, { as: root, body: { config } })).status).toBe(200)
}
beforeAll(async () =>
  configure({ allow_open_registration: true, open_reg_email_service_id: await make.serviceId('email') }),
)

async function fill({ user }: Visit, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const control = await screen.findByLabelText(label)
    await user.clear(control)
    await user.type(control, value)
  }
}
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))
const twice = (password: string) => ({ 'New Password': password, 'Verify Password': password })

/** Tries both kinds of passwords that are rejected before anything is sent. */
async function expectPasswordChecks(page: Visit, button: string): Promise<void> {
  await fill(page, { 'New Password': 'long enough', 'Verify Password': 'other' })
  await press(page, button)
  await expectMessage('code.mismatch')
  await fill(page, twice('1234'))
  await press(page, button)
  await expectMessage('code.short')
}

async function askForReset(email: string): Promise<Visit> {
  const page = await visit(instance, '/login', anonymous)
  await press(page, 'Forgot Password')
  await fill(page, { Email: email })
  await press(page, 'Request Password Reset')
  return page
}

test('Login: reports a rejection by both endpoints', async () => {
  const page = await visit(instance, '/login', anonymous)
  await fill(page, { Email: 'nobody@example.test', Password: 'wrong' })
  await press(page, 'Login')
  await expectMessage('login.refused', { message: 'Invalid credentials supplied.' })
})

test('Forgot Password: reports mail, code and reset', async () => {
  const { email } = await make.user()
  await askForReset(email)
  await expectMessage('forgot.sent')
  const page = await visit(instance, await mailedLink(instance, email), anonymous)
  await expectPasswordChecks(page, 'Reset Password')
  await fill(page, { ...twice('long enough'), Code: 'wrong' })
  await press(page, 'Reset Password')
  await screen.findByRole('alert')
  await expectMessage('code.refused', { message: screen.getByRole('alert').textContent })
  const again = await visit(instance, await mailedLink(instance, email), anonymous)
  await fill(again, twice('long enough'))
  await press(again, 'Reset Password')
  await expectMessage('reset.done')
})

test('Forgot Password: reports the security question', async () => {
  const person = await make.user()
  const question = { security_question: 'First pet?', security_answer: 'Rex' }
  await send('PUT', 'user/profile', { as: person, body: question })
  const page = await askForReset(person.email)
  await fill(page, { 'Security Answer': 'Rex' })
  await expectPasswordChecks(page, 'Reset Password')
  await fill(page, twice('long enough'))
  await press(page, 'Reset Password')
  await expectMessage('reset.done')
})

const registration = (email: string) => ({
  'Email (required)': email,
  'First Name (required)': 'Rea',
  'Last Name (required)': 'Gister',
  'Display Name (required)': 'Rea G.',
})

test('Register: reports the registration and its confirmation', async () => {
  const page = await visit(instance, '/register', anonymous)
  await fill(page, registration(`${'x'.repeat(250)}@example.test`))
  await press(page, 'Register')
  await expectMessage('register.fields', { fields: 'email: email must not have more than 255 characters.' })
  const email = 'rea@example.test'
  await fill(page, { 'Email (required)': email })
  await press(page, 'Register')
  await screen.findByRole('heading', { name: 'Registration Success' })

  const confirm = await visit(instance, await mailedLink(instance, email), anonymous)
  await expectPasswordChecks(confirm, 'Confirm User')
  await fill(confirm, twice('long enough'))
  await press(confirm, 'Confirm User')
  await expectMessage('confirm.done')
})

test('Register: reports a closed registration, and passwords that differ', async () => {
  await configure({ allow_open_registration: true, open_reg_email_service_id: null })
  const page = await visit(instance, '/register', anonymous)
  await fill(page, { ...registration('direct@example.test'), Password: 'long enough', 'Verify Password': 'other' })
  await press(page, 'Register')
  await expectMessage('register.mismatch')
  await configure({ allow_open_registration: false })
  await fill(page, { 'Verify Password': 'long enough' })
  await press(page, 'Register')
  await expectMessage('register.refused', { message: 'Open Registration is not enabled.' })
})

test.each([
  ['user', 'Confirm User'],
  ['admin', 'Confirm Admin'],
] as const)('Invitation of a %s: checks passwords and reports its acceptance', async (kind, button) => {
  const email = `invited-${kind}@example.test`
  const body = { resource: [{ email, name: 'Ina' }] }
  await send('POST', `system/${kind}?send_invite=true`, { as: root, body })
  const page = await visit(instance, await mailedLink(instance, email), anonymous)
  await expectPasswordChecks(page, button)
  await fill(page, twice('long enough'))
  await press(page, button)
  await expectMessage('invite.done')
})
