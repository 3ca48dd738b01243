import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { chooseService } from './choose-service.ts'
import { type Visit, visit } from './render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send, make } = instance

type Through = (reach: typeof fetch) => typeof fetch
const isWrite = (init?: RequestInit) => !['GET', 'HEAD'].includes(init?.method ?? 'GET')

const open = (path: string, through?: Through) => visit(instance, path, { as: root, ...(through && { through }) })
/** The form control with that name, within the open dialog if there is one. */
const field = async (name: RegExp | string): Promise<HTMLInputElement> => {
  const found = await screen.findAllByLabelText<HTMLInputElement>(name)
  const form = document.querySelector('[role=dialog]')
  const control = found.find((one) => one.matches('input, textarea, select') && (form?.contains(one) ?? true))
  return control ?? found[0] ?? document.createElement('input')
}
const press = async ({ user }: Visit, name: string | RegExp) => {
  const found = await screen.findAllByRole('button', { name })
  await user.click(found.at(-1) ?? document.body)
}
const fill = async (name: RegExp | string, text: string) =>
  fireEvent.change(await field(name), { target: { value: text } })
const made = async (collection: string, record: object) => {
  const { status, body } = await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, {
    as: root,
    body: { resource: [record] },
  })
  expect({ collection, status }).toEqual({ collection, status: 201 })
  return body.resource[0]?.id ?? 0
}

/** A form with invalid input for it. */
interface Form {
  readonly path: string
  /** Fills in the other required fields. */
  readonly prepare?: (page: Visit) => Promise<void>
  /** The field whose value must be unique. */
  readonly named: RegExp
  readonly good: string
  /** `null` if duplicates are allowed. */
  readonly taken: string | null
  /** `null` if the length is unlimited. */
  readonly tooLong: string | null
  readonly save?: string | RegExp
}

const long = (length: number) => 'x'.repeat(length)
const withPassword = async ({ user }: Visit) => {
  await user.click(await field('Set Password'))
  await fill('Enter Password', 'long enough 1')
  await fill('Verify Password', 'long enough 1')
}

const forms: Readonly<Record<string, Form>> = {
  admin: {
    path: '/admins/new',
    prepare: withPassword,
    named: /^Email/,
    good: 'new-admin@example.test',
    taken: 'root@example.test',
    tooLong: `${long(300)}@example.test`,
  },
  user: {
    path: '/users/new',
    prepare: withPassword,
    named: /^Email/,
    good: 'new-user@example.test',
    taken: 'taken@example.test',
    tooLong: `${long(300)}@example.test`,
  },
  role: { path: '/roles/new', named: /^Name/, good: 'fresh', taken: 'taken', tooLong: long(65) },
  app: { path: '/apps/new', named: /^Application Name/, good: 'fresh', taken: 'taken', tooLong: long(65) },
  service: {
    path: '/services/new?type=smtp_email',
    prepare: async ({ user }) => {
      await fill(/^Label/, 'A label')
      await user.click(screen.getByRole('tab', { name: 'Config' }))
      await fill(/^Host/, 'mail.example.test')
      await user.click(screen.getByRole('tab', { name: 'Info' }))
    },
    named: /^Namespace/,
    good: 'fresh',
    taken: 'taken',
    tooLong: long(41),
  },
  limit: {
    path: '/limits/new',
    prepare: async ({ user }) => {
      await user.selectOptions(await field(/^Limit Type/), 'instance')
      await user.selectOptions(await field(/^Limit Period/), 'day')
      await fill(/^Limit Rate/, '100000')
    },
    named: /^Limit Name/,
    good: 'fresh',
    taken: null,
    tooLong: long(256),
  },
  task: {
    path: '/scheduler/new',
    prepare: async ({ user }) => {
      await user.click(await screen.findByRole('tab', { name: 'Config' }))
      await chooseService(user, 'Service', 'system')
      await user.click(screen.getByRole('tab', { name: 'Basic' }))
    },
    named: /^Name/,
    good: 'fresh',
    taken: 'taken',
    tooLong: long(81),
  },
  'lookup key': {
    path: '/config/lookup-keys/new-1',
    named: /^Name/,
    good: 'fresh',
    taken: 'taken',
    tooLong: long(256),
  },
  'CORS entry': { path: '/config/cors/new-1', named: /^Path/, good: 'fresh/*', taken: 'taken/*', tooLong: long(256) },
  'email template': {
    path: '/config/email-templates/new-1',
    named: /^Template Name/,
    good: 'fresh',
    taken: 'taken',
    tooLong: long(65),
  },
  webhook: {
    path: '/config/webhooks/new-1',
    prepare: async (page) => {
      await fill(/^URL/, 'https://hooks.example.test/')
      await fill(/^Events/, 'sample._table.tag.post')
      await press(page, 'Generate secret')
    },
    named: /^Name/,
    good: 'fresh',
    taken: 'taken',
    tooLong: long(81),
  },
  table: { path: '/schema/db/create', named: /^Table Name/, good: 'fresh', taken: 'tool', tooLong: null },
  'field of a table': {
    path: '/schema/db/table/tool/new-field',
    prepare: async () => void (await screen.findByRole('dialog')),
    named: /^Name/,
    good: 'fresh',
    taken: 'name',
    tooLong: null,
  },
  record: { path: '/data/db/tool?record=new', named: /^Name/, good: 'fresh', taken: 'taken', tooLong: long(41) },
  folder: {
    path: '/file-manager?path=/files/',
    prepare: async (page) => {
      await press(page, 'New')
      await page.user.click(await screen.findByRole('menuitem', { name: /Folder/ }))
    },
    named: /^Name/,
    good: 'fresh',
    taken: 'taken',
    tooLong: long(256),
    save: 'Create folder',
  },
}
const rows = Object.entries(forms).map(([what, form]) => ({ what, ...form }))

beforeAll(async () => {
  const table = {
    name: 'tool',
    label: 'Tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40, allow_null: false, is_unique: true },
    ],
  }
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: [table] } })).status).toBe(200)
  await send('POST', 'db/_table/tool', { as: root, body: { resource: [{ name: 'taken' }] } })
  await send('POST', 'files/taken/', { as: root })
  await make.user({ email: 'taken@example.test' })
  await made('role', { name: 'taken' })
  await made('app', { name: 'taken', type: 0 })
  await made('service', { name: 'taken', label: 'Taken', type: 'local_file', config: { container: 'taken' } })
  await made('limit', { name: 'taken', type: 'instance', rate: 100_000, period: 'hour' })
  await made('scheduler', { name: 'taken', service_id: 1, component: 'environment', frequency: 60 })
  await made('lookup', { name: 'taken', value: '1' })
  await made('cors', { path: 'taken/*', origin: '*', method: ['GET'] })
  await made('email_template', { name: 'taken' })
  await made('webhook', {
    name: 'taken',
    url: 'https://hooks.example.test/',
    events: ['sample._table.tag.post'],
    secret: `whsec_${btoa(long(32))}`,
  })
})

/** Opens a form that is valid except for the given value of the naming field. */
async function begin({ path, prepare, named }: Form, value: string, through?: Through): Promise<Visit> {
  const page = await open(path, through)
  if (!prepare) await field(named)
  await prepare?.(page)
  await fill(named, value)
  return page
}

const save = (page: Visit, { save: button = 'Save' }: Form) => press(page, button)

/** The text that describes a control. */
function descriptionOf(control: HTMLElement): string {
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Expects the field to be invalid, with a reason, and to preserve the typed value. */
async function expectNamed({ named }: Form, value: string): Promise<void> {
  await waitFor(async () => expect((await field(named)).getAttribute('aria-invalid')).toBe('true'))
  const control = await field(named)
  expect(descriptionOf(control)).not.toBe('')
  expect(control.value).toBe(value)
}

/** Expects the message in the form, not only in a notification. */
async function expectToldInForm(text: string | RegExp): Promise<void> {
  const inForm = (element: HTMLElement) => element.closest('[aria-label="Notifications"]') === null
  await waitFor(() => expect(screen.queryAllByText(text).filter(inForm)).not.toEqual([]))
}

test.each(rows)('$what: reports an empty name at its field', async (form) => {
  await save(await begin(form, ''), form)
  await expectNamed(form, '')
})

test.each(rows.filter(({ tooLong }) => tooLong !== null))(
  '$what: reports a name that is too long at its field, on input or on save',
  async (form) => {
    const typed = form.tooLong ?? ''
    const page = await begin(form, typed)
    const control = await field(form.named)
    if (control.hasAttribute('maxlength')) {
      // The browser accepts no more characters.
      fireEvent.change(control, { target: { value: typed.slice(0, control.maxLength) } })
      return expect(descriptionOf(control)).toMatch(/at most/)
    }
    await save(page, form)
    await expectNamed(form, typed)
  },
)

test.each(rows.filter(({ taken }) => taken !== null))('$what: reports a name in use at its field', async (form) => {
  const taken = form.taken ?? ''
  await save(await begin(form, taken), form)
  await expectNamed(form, taken)
})

test.each(rows)('$what: reports missing access in the form and preserves the input', async (form) => {
  const reason = 'Nobody may write here.'
  const page = await begin(form, form.good, (reach) => (input, init) => {
    if (!isWrite(init) || String(input).includes('session')) return reach(input, init)
    return Promise.resolve(Response.json({ error: { code: 403, message: reason } }, { status: 403 }))
  })
  await save(page, form)
  await expectToldInForm(reason)
  expect((await field(form.named)).value).toBe(form.good)
})

test.each(rows)('$what: reports a lost connection in the form, and can be saved once it is back', async (form) => {
  let cut = false
  let written = 0
  const page = await begin(form, form.good, (reach) => async (input, init) => {
    if (cut) throw new TypeError('Failed to fetch')
    const answer = await reach(input, init)
    if (isWrite(init) && answer.ok) written += 1
    return answer
  })
  cut = true
  await save(page, form)
  await expectToldInForm(/cannot be reached|is not responding/)
  expect((await field(form.named)).value).toBe(form.good)
  cut = false
  const before = written
  await save(page, form)
  await waitFor(() => expect(written).toBeGreaterThan(before))
})
