import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { codeEditor, typeCode } from './code-editor.ts'
import { type Visit, visit } from './render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send } = instance
type Stored = Readonly<Record<string, unknown>>
const script = 'db._table.tool.get.pre_process'

/** A stored record, its form, and a concurrent change to the same field. */
interface Edited {
  readonly path: () => string
  /** `null` for the code editor. */
  readonly field: RegExp | null
  readonly save: string
  /** Whether it opens over another form. */
  readonly panel?: boolean
  readonly change: (text: string) => Promise<unknown>
  readonly stored: () => Promise<unknown>
}

const ids: Record<string, number> = {}
const made = async (collection: string, record: object) => {
  const { status, body } = await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, {
    as: root,
    body: { resource: [record] },
  })
  expect({ collection, status }).toEqual({ collection, status: 201 })
  ids[collection] = body.resource[0]?.id ?? 0
}
const at = (path: string) => ({
  change: async (member: string, text: string) =>
    expect((await send('PATCH', path, { as: root, body: { [member]: text } })).status).toBe(200),
  read: async (member: string) => (await send<Stored>('GET', path, { as: root })).body[member],
})

const system = (collection: string, page: string, field: RegExp, member: string, save = 'Save'): Edited => ({
  path: () => `${page}/${ids[collection]}`,
  field,
  save,
  change: (text) => at(`system/${collection}/${ids[collection]}`).change(member, text),
  stored: () => at(`system/${collection}/${ids[collection]}`).read(member),
})

const schema = (path: string, wire: string): Edited => ({
  path: () => path,
  field: /^Label/,
  save: 'Save',
  change: (text) => at(wire).change('label', text),
  stored: () => at(wire).read('label'),
})

const edited: Readonly<Record<string, Edited>> = {
  admin: system('admin', '/admins', /^Phone/, 'phone'),
  user: system('user', '/users', /^Phone/, 'phone'),
  role: system('role', '/roles', /^Description/, 'description'),
  app: system('app', '/apps', /^Description/, 'description'),
  service: system('service', '/services', /^Description/, 'description'),
  limit: system('limit', '/limits', /^Description/, 'description'),
  task: system('scheduler', '/scheduler', /^Description/, 'description'),
  'lookup key': system('lookup', '/config/lookup-keys', /^Value/, 'value', 'Update'),
  'CORS entry': system('cors', '/config/cors', /^Description/, 'description', 'Update'),
  'email template': system(
    'email_template',
    '/config/email-templates',
    /^Template Description/,
    'description',
    'Update',
  ),
  endpoint: system('custom_api_endpoint', '/custom-apis/1', /^Label/, 'label'),
  webhook: system('webhook', '/config/webhooks', /^Description/, 'description', 'Update'),
  script: {
    path: () => `/scripts/${script}`,
    field: null,
    save: 'Save',
    change: (text) => at(`system/event_script/${script}`).change('content', text),
    stored: () => at(`system/event_script/${script}`).read('content'),
  },
  table: schema('/schema/db/table/tool', 'db/_schema/tool'),
  field: { ...schema('/schema/db/table/tool/field/name', 'db/_schema/tool/_field/name'), panel: true },
}

beforeAll(async () => {
  const table = {
    name: 'tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
    ],
  }
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: [table] } })).status).toBe(200)
  await made('admin', { email: 'one-admin@example.test', name: 'One' })
  await made('user', { email: 'one@example.test', name: 'One' })
  await made('role', { name: 'one' })
  await made('app', { name: 'one', type: 0 })
  await made('service', { name: 'one', label: 'One', type: 'local_file', config: { container: 'one' } })
  await made('limit', { name: 'one', type: 'instance', rate: 100_000, period: 'hour' })
  await made('scheduler', { name: 'one', service_id: 1, component: 'environment', frequency: 60 })
  await made('lookup', { name: 'one', value: '1' })
  await made('cors', { path: 'one/*', origin: '*', method: ['GET'] })
  await made('email_template', { name: 'one' })
  await made('custom_api', { name: 'one', base_path: 'one-api' })
  await made('custom_api_endpoint', {
    api_id: 1,
    method: 'GET',
    path: '/one',
    is_active: false,
    execution_plan: { steps: [{ service: 'one' }] },
  })
  await made('webhook', {
    name: 'one',
    url: 'https://hooks.example.test/',
    events: ['sample._table.tag.post'],
    secret: `whsec_${btoa('x'.repeat(32))}`,
  })
  await send('POST', `system/event_script/${script}`, { as: root, body: { type: 'nodejs', content: '// first' } })
})

async function press(user: Visit['user'], name: string): Promise<void> {
  const found = await screen.findAllByRole('button', { name })
  await user.click(found.at(-1) ?? document.body)
}

const rows = Object.entries(edited).map(([what, form]) => ({ what, ...form }))

/** The named text control, not a radio button of the same name. */
async function control(name: RegExp): Promise<HTMLInputElement> {
  const found = await screen.findAllByLabelText<HTMLInputElement>(name)
  const form = document.querySelector('[role=dialog]')
  const typed = found.find((one) => one.matches('input:not([type=radio]), textarea') && (form?.contains(one) ?? true))
  return typed ?? document.createElement('input')
}

async function type(field: RegExp | null, text: string): Promise<void> {
  if (field === null) return typeCode(await codeEditor(), text)
  fireEvent.change(await control(field), { target: { value: text } })
}
async function typed(field: RegExp | null): Promise<string> {
  if (field === null) return (await codeEditor()).state.doc.toString()
  return (await control(field)).value
}

test.each(rows)('$what: does not overwrite a concurrent change without asking', async (form) => {
  const { user } = await visit(instance, form.path(), { as: root })
  if (form.panel) await screen.findByRole('dialog')
  await type(form.field, '// mine')
  await form.change('// theirs')
  await press(user, form.save)
  expect(await screen.findByText('changed by both')).toBeTruthy()
  expect(await form.stored()).toBe('// theirs')
  expect(await typed(form.field)).toBe('// mine')
  await user.click(screen.getByRole('button', { name: 'Save these choices' }))
  await waitFor(async () => expect(await form.stored()).toBe('// mine'))
})

test.each(rows)('$what: preserves a change while the connection is lost, and saves it later', async (form) => {
  let cut = false
  const { user } = await visit(instance, form.path(), {
    as: root,
    through: (reach) => (input, init) => (cut ? Promise.reject(new TypeError('Failed to fetch')) : reach(input, init)),
  })
  if (form.panel) await screen.findByRole('dialog')
  await type(form.field, '// later')
  cut = true
  await press(user, form.save)
  expect(await screen.findByText('Not saved: the instance cannot be reached.')).toBeTruthy()
  expect(await typed(form.field)).toBe('// later')
  cut = false
  await press(user, form.save)
  await waitFor(async () => expect(await form.stored()).toBe('// later'))
})
