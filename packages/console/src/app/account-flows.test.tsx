import { deferred } from '@millwright/instance/testing/fixture'
import { sharedInstance, type TestInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '../instance/browser-session.ts'
import { mailedLink as mailedLinkOf } from '../testing/mailed-link.ts'
import { type Visit, visit } from '../testing/render-route.tsx'

const instance = sharedInstance()
const { send, root, make } = instance
const anonymous = { as: null }
let mailService: number
beforeAll(async () => {
  mailService = await make.serviceId('email')
})

async function configure(name: 'user' | 'system', config: object, of: TestInstance = instance): Promise<void> {
  const path = `system/service/${await of.make.serviceId(name)}`
  expect((await of.send('PATCH', path, { as: of.root, body: { config } })).status).toBe(200)
}

const mailedLink = (to: string) => mailedLinkOf(instance, to)

async function fill({ user }: Visit, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await user.type(await screen.findByLabelText(label), value)
}

const twice = (password: string) => ({ 'New Password': password, 'Verify Password': password })
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))
const complaint = async () => (await screen.findByRole('alert')).textContent

/** Expects that a person is signed in and on their start page. */
async function expectSignedIn({ address }: Visit, email: string, path: string): Promise<void> {
  await waitFor(() => expect(address()).toBe(path))
  expect(session.current()?.email).toBe(email)
}

describe('an invitation', () => {
  test.each([
    ['user', 'Confirm User'],
    ['admin', 'Confirm Admin'],
  ] as const)('takes a %s from the mail to a password, and signs in once', async (kind, button) => {
    const email = `invited-${kind}@example.test`
    const body = { resource: [{ email, name: 'Ina' }] }
    expect((await send('POST', `system/${kind}?send_invite=true`, { as: root, body })).status).toBe(201)
    const link = await mailedLink(email)

    const first = await visit(instance, link, anonymous)
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(email)
    await fill(first, twice('a password'))
    await press(first, button)
    await screen.findByText('User Confirmation successful.')
    await expectSignedIn(first, email, '/launchpad')

    const again = await visit(instance, link, anonymous)
    await fill(again, twice('another password'))
    await press(again, button)
    expect(await complaint()).toMatch(/code/i)
    expect(session.current()).toBeNull()
  })

  test('is not available to a signed-in person', async () => {
    const { address } = await visit(instance, '/user-invite?code=X', { as: root })
    await waitFor(() => expect(address()).toBe('/home'))
  })
})

describe('registering', () => {
  const person = { 'First Name': 'Rea', 'Last Name': 'Gister', 'Display Name': 'Rea G.' }
  const closed = { allow_open_registration: false }
  const byMail = deferred(() => ({ allow_open_registration: true, open_reg_email_service_id: mailService }))
  const byPassword = { allow_open_registration: true, open_reg_email_service_id: null }
  const email = (name: string) => ({ 'Email (required)': `${name}@example.test` })
  const labelled = Object.fromEntries(Object.entries(person).map(([label, value]) => [`${label} (required)`, value]))

  test.each(['/register', '/register-complete', '/register-confirm?code=X'])(
    'has no %s and no link to it where it is closed',
    async (path) => {
      await configure('user', closed)
      const { address } = await visit(instance, path, anonymous)
      await screen.findByRole('heading', { name: 'Login' })
      expect(address()).toBe('/login')
      expect(screen.queryByRole('link', { name: 'Register' })).toBeNull()
    },
  )

  test('is not available to a signed-in person', async () => {
    await configure('user', byMail)
    const { address } = await visit(instance, '/register', { as: root })
    await waitFor(() => expect(address()).toBe('/home'))
  })

  test('with confirmation by mail asks for the password on the linked page, and signs in', async () => {
    await configure('user', byMail)
    const form = await visit(instance, '/login', anonymous)
    await form.user.click(await screen.findByRole('link', { name: 'Register' }))
    await screen.findByRole('heading', { name: 'Register' })
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('aria-current')).toBe('page')
    const fields = screen.getAllByRole('textbox').map((field) => field.closest('div')?.parentElement?.textContent)
    expect(fields).toEqual([
      'Username',
      'Email (required)',
      'First Name (required)',
      'Last Name (required)',
      'Display Name (required)',
    ])
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press(form, 'Register')
    await screen.findByText('Email is required.')
    expect(document.activeElement).toBe(screen.getByLabelText('Email (required)'))
    await fill(form, { ...email('mailed'), ...labelled })
    await press(form, 'Register')
    await screen.findByRole('heading', { name: 'Registration Success' })
    expect(form.address()).toBe('/register-complete')
    await press(form, 'Back to Login')
    await screen.findByRole('heading', { name: 'Login' })

    const link = await mailedLink('mailed@example.test')
    const confirm = await visit(instance, link, anonymous)
    await screen.findByRole('heading', { name: 'Registration Confirmation' })
    await fill(confirm, { 'New Password': 'abcdef' })
    await press(confirm, 'Confirm User')
    expect(await complaint()).toContain('Passwords do not match.')
    await fill(confirm, { 'Verify Password': 'abcdef' })
    await press(confirm, 'Confirm User')
    await screen.findByText('Registration Confirmation successful.')
    await expectSignedIn(confirm, 'mailed@example.test', '/launchpad')

    const again = await visit(instance, link, anonymous)
    await fill(again, twice('another password'))
    await press(again, 'Confirm User')
    expect(await complaint()).toMatch(/code/i)
  })

  test('without confirmation by mail asks for a password and signs in', async () => {
    await configure('user', byPassword)
    const query = '?email=direct%40example.test&first_name=Di&is_sys_admin=true'
    const form = await visit(instance, `/register${query}`, anonymous)
    expect((await screen.findByLabelText<HTMLInputElement>('Email (required)')).value).toBe('direct@example.test')
    await fill(form, { 'Last Name (required)': 'Rect', 'Display Name (required)': 'Di R.', Password: 'abc' })
    await press(form, 'Register')
    expect(await complaint()).toContain('Password and confirm password do not match.')
    await fill(form, { 'Verify Password': 'abc' })
    await press(form, 'Register')
    await screen.findByText('Password must be at least 5 characters.')
    await fill(form, { Password: 'defg', 'Verify Password': 'defg' })
    await press(form, 'Register')
    await expectSignedIn(form, 'direct@example.test', '/launchpad')
    expect(session.current()).toMatchObject({ is_sys_admin: false, name: 'Di R.' })
  })

  test('shows the error of the instance, and keeps the input', async () => {
    await configure('user', byPassword)
    const { email: taken } = await make.user()
    const form = await visit(instance, `/register?email=${encodeURIComponent(taken)}`, anonymous)
    await fill(form, { ...labelled, Password: 'a password', 'Verify Password': 'a password' })
    await press(form, 'Register')
    expect(await complaint()).toContain('Validation failed. email: email is already in use.')
    expect(screen.getByLabelText<HTMLInputElement>('Last Name (required)').value).toBe('Gister')
    await configure('user', closed)
    await press(form, 'Register')
    await screen.findByText('Validation failed. Open Registration is not enabled.')
  })
})

describe('a forgotten password', () => {
  const ask = async (email: string) => {
    const form = await visit(instance, '/login', anonymous)
    await press(form, 'Forgot Password')
    await fill(form, { Email: email })
    await press(form, 'Request Password Reset')
    return form
  }

  test.each([
    ['user', '/launchpad'],
    ['admin', '/home'],
  ] as const)('is reset through the mail that a %s gets, which signs in once', async (kind, landing) => {
    const { email } = await make[kind]()
    await ask(email)
    await screen.findByText("A password reset email has been sent to the user's email address.")
    const link = await mailedLink(email)
    const form = await visit(instance, link, anonymous)
    await fill(form, twice('1234'))
    await press(form, 'Reset Password')
    expect(await complaint()).toContain('Password must be at least 5 characters.')
    await fill(form, twice('5'))
    await press(form, 'Reset Password')
    await screen.findByText('Password reset successful.')
    await expectSignedIn(form, email, landing)

    const again = await visit(instance, link, anonymous)
    await fill(again, twice('another password'))
    await press(again, 'Reset Password')
    expect(await complaint()).toMatch(/code/i)
  })

  test.each([
    ['user', 'user/profile', '/launchpad'],
    ['admin', 'system/admin/profile', '/home'],
  ] as const)('is reset with the security answer of a %s, which signs in', async (kind, profile, landing) => {
    const person = await make[kind]()
    const question = { security_question: 'First pet?', security_answer: 'Rex' }
    expect((await send('PUT', profile, { as: person, body: question })).status).toBe(200)
    const form = await ask(person.email)
    expect((await screen.findByLabelText<HTMLInputElement>('Security Question')).value).toBe('First pet?')
    await fill(form, { 'Security Answer': 'Tom', 'New Password': 'a new one' })
    await press(form, 'Reset Password')
    expect(await complaint()).toContain('Passwords do not match.')
    await fill(form, { 'Verify Password': 'a new one' })
    await press(form, 'Reset Password')
    await waitFor(async () => expect(await complaint()).not.toContain('Passwords do not match.'))
    expect(session.current()).toBeNull()
    await form.user.clear(screen.getByLabelText('Security Answer'))
    await fill(form, { 'Security Answer': 'Rex' })
    await press(form, 'Reset Password')
    await screen.findByText('Password reset successful.')
    await expectSignedIn(form, person.email, landing)
  })
})
