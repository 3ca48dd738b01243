import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../testing/answering.ts'
import { chooseService } from '../../testing/choose-service.ts'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { holdBack } from '../../testing/holding.ts'
import { visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'

const instance = sharedInstance()
const { root, send } = instance
type Through = ReturnType<typeof respondWith>

const open = (path: string, through?: Through) => visit(instance, path, { as: root, ...(through && { through }) })
const entry = (name: string | RegExp) => screen.findByRole('link', { name })
const address = (name: string) => `/scripts/${encodeURIComponent(name)}`
const wire = (name: string) => `system/event_script/${encodeURIComponent(name)}`
const store = (name: string, fields: object) =>
  send('POST', wire(name), { as: root, body: { type: 'nodejs', content: 'return', ...fields } })
const read = async (name: string) => (await send<Record<string, unknown>>('GET', wire(name), { as: root })).body
const button = (name: string | RegExp) => screen.findByRole('button', { name })

beforeAll(async () => {
  const contact = {
    name: 'contact',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string' },
    ],
  }
  await send('POST', 'db/_schema', { as: root, body: { resource: [contact] } })
  await send('POST', 'db/_table/contact', { as: root, body: { resource: [{ name: 'Grace' }] } })
})

test('shows what scripts require on an instance without a licence for them', async () => {
  await open(
    '/scripts',
    (reach) => (input, init) =>
      String(input).endsWith('/api/v2/system')
        ? respondWith({ part: '' }, 200, { resource: [{ name: 'role' }] })(reach)(input, init)
        : reach(input, init),
  )
  expect(await screen.findByText('Access to Scripts is available in the commercial product')).toBeTruthy()
})

test('links an unreadable script to its event, and offers a retry after a lost connection', async () => {
  const name = 'db.get.queued'
  const page = await open(
    `${address(name)}?service=db`,
    rejectWith({ part: `/${name}`, verb: 'GET' }, 500, 'Out of order.'),
  )
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  await waitFor(() => expect(page.address()).toBe('/scripts?service=db'))

  let away = true
  await open(
    address(name),
    (reach) => (input, init) =>
      away && String(input).includes(`/event_script/${name}`) ? Promise.reject(new TypeError()) : reach(input, init),
  )
  const again = await button('Try again')
  away = false
  again.click()
  expect(await screen.findByText('Draft')).toBeTruthy()
})

test('finds a table through the menu, and creates, marks and deletes a script there', async () => {
  const name = 'db._table.contact.post.pre_process'
  const page = await open('/scripts')
  await page.user.click(await entry(/^db/))
  await page.user.click(await entry('db._table.{table_name}'))
  await page.user.click(await entry(/^db\._table\.\{table_name\}\.post\.pre_process/))
  await page.user.click(await entry(name))
  await waitFor(() => expect(page.address()).toContain(encodeURIComponent(name)))
  typeCode(await codeEditor(), 'throw new Error("Nobody is added here.")')
  await page.user.click(screen.getByLabelText('Active'))
  await page.user.click(screen.getByLabelText('Allow script to modify request payload'))
  await page.user.click(await button('Save'))
  expect(await screen.findByText(`Script "${name}" saved successfully.`)).toBeTruthy()
  expect(await read(name)).toMatchObject({ is_active: true, allow_event_modification: true, type: 'nodejs' })
  const answer = await send<{ error: { message: string } }>('POST', 'db/_table/contact', {
    as: root,
    body: { resource: [{ name: 'Ada' }] },
  })
  expect([answer.status, answer.body.error.message]).toEqual([500, 'Nobody is added here.'])

  await entry(`${name}, has a script`)
  await page.user.click(screen.getByLabelText('Active'))
  await page.user.click(await button('Save'))
  await entry(`${name}, has a script that is not active`)
  await page.user.click(screen.getByLabelText('With scripts only'))
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'db._table.{table_name}.post.pre_process' })).toBeNull(),
  )
  await page.user.click(await button('Delete'))
  await page.user.click(await button('Delete script'))
  expect(await screen.findByText('Script deleted successfully.')).toBeTruthy()
  expect(await screen.findByText('No event here has a script.')).toBeTruthy()
  expect((await send('GET', wire(name), { as: root })).status).toBe(404)
})

test('shows where a script belongs given only its URL, and finds one without an event', async () => {
  await store('db._table.contact.get', {})
  await store('db._table.gone.get', {})
  await open(address('db._table.contact.get'))
  const place = within(await screen.findByRole('list', { name: 'Breadcrumb' }))
  await waitFor(() =>
    expect(place.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Services',
      'db',
      '_table.{table_name}',
      'get',
    ]),
  )
  expect((await entry(/^db\._table\.contact\.get/)).getAttribute('aria-current')).toBe('page')

  const page = await open('/scripts?service=db')
  await page.user.click(await entry(/^Other scripts/))
  await page.user.click(await entry(/^db\._table\.gone\.get/))
  expect(await screen.findByRole('heading', { name: 'db._table.gone.get' })).toBeTruthy()
})

test('searches event names of all services by their parts', async () => {
  const page = await open('/scripts')
  await page.user.type(await screen.findByLabelText('Search events'), 'CONTACT patch.post')
  await page.user.keyboard('{ArrowDown}')
  const found = await entry('db._table.contact.patch.post_process')
  await waitFor(() => expect(page.address()).toBe('/scripts?find=CONTACT+patch.post'))
  await page.user.click(found)
  expect(await screen.findByLabelText('Allow script to modify response payload')).toBeTruthy()
})

test('lists the events of a table without repeating its name, and starts a script with that table', async () => {
  await open('/scripts?find=db._table.contact.')
  const event = await entry('db._table.contact.post.pre_process')
  expect(event.textContent).toBe('post.pre_process')
  expect(await screen.findByRole('group', { name: /db\._table\.contact\.post\.pre_process/ })).toBeTruthy()
})

test('shows what a service holds without editing it, and nothing of it once another one is linked', async () => {
  const name = 'db.get.post_process'
  await store(name, { content: 'return 1' })
  const services = [
    { id: 3, name: 'files', type: 'local_file' },
    { id: 4, name: 'code', type: 'github' },
  ]
  const told = respondWith({ part: '/api/v2/?group=' }, 200, { services })
  const found = respondWith({ part: '/system/service?' }, 200, { resource: services })
  const held = respondWith({ part: '/api/v2/code/' }, 200, 'return 2')
  const page = await open(address(name), (reach) => told(found(held(reach))))
  const view = await codeEditor()
  await page.user.click(await button('Source control'))
  await chooseService(page.user, 'Link to a service', 'code')
  const latest = () => screen.getByRole('button', { name: 'View Latest' }).getAttribute('aria-disabled')
  await button('View Latest')
  for (const [label, text] of [
    ['Repository', 'shop'],
    ['Branch/Tag', 'main'],
    ['Path', 'a.js'],
  ] as const) {
    expect(latest()).toBe('true')
    await page.user.type(screen.getByLabelText(label), text)
  }
  expect(latest()).toBeNull()
  await page.user.click(await button('View Latest'))
  await waitFor(() => expect(view.state.doc.toString()).toBe('return 2'))
  await chooseService(page.user, 'Link to a service', 'files')
  expect(screen.queryByLabelText('Repository')).toBeNull()
  await page.user.type(screen.getByLabelText('Path'), 'b.js')
  await page.user.click(await button('Done'))
  expect(view.state.doc.toString()).toBe('')
  expect(view.state.readOnly).toBe(true)
  await screen.findByText('Stored in files: b.js')
  await page.user.click(await button('Save'))
  await screen.findByText(`Script "${name}" saved successfully.`)
  expect(await read(name)).toMatchObject({ storage_service_id: 3, storage_path: 'b.js', scm_repository: null })
})

test('does not silently overwrite a script that someone else changed meanwhile', async () => {
  const name = 'db._schema.get.pre_process'
  const page = await open(address(name))
  typeCode(await codeEditor(), 'return "mine"')
  await store(name, { content: 'return "theirs"' })
  await page.user.click(await button('Save'))
  expect(await screen.findByText('return "theirs"')).toBeTruthy()
  expect(await read(name)).toMatchObject({ content: 'return "theirs"' })
})

test('keeps the lines that are typed while a script is saved', async () => {
  const name = 'db._schema.delete.pre_process'
  await store(name, { content: 'return 1' })
  const held = holdBack({ part: wire(name), verb: 'POST' })
  const page = await open(address(name), held.through)
  const view = await codeEditor()
  typeCode(view, 'return 2')
  await page.user.keyboard('{Control>}s{/Control}')
  await screen.findByText('Not saved yet: Script')
  typeCode(view, 'return 2 // late')
  held.release()
  await screen.findByText(`Script "${name}" saved successfully.`)
  expect(await screen.findByText('Not saved yet: Script')).toBeTruthy()
  expect(view.state.doc.toString()).toBe('return 2 // late')
  expect(await read(name)).toMatchObject({ content: 'return 2' })
})

test('says that a script is saved, although it cannot be read afterwards', async () => {
  const name = 'db._schema.patch.pre_process'
  await store(name, { content: 'return 1' })
  let isStored = false
  const page = await open(address(name), (reach) => async (input, init) => {
    const ofScript = String(input).includes(wire(name))
    if (ofScript && isStored) throw new TypeError('Failed to fetch')
    const answer = await reach(input, init)
    if (ofScript && init?.method === 'POST') isStored = true
    return answer
  })
  typeCode(await codeEditor(), 'return 2')
  await page.user.click(await button('Save'))
  await screen.findByText(`Script "${name}" saved successfully.`)
  await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull())
  isStored = false
  typeCode(await codeEditor(), 'return 3')
  await page.user.click(await button('Save'))
  await waitFor(async () => expect(await read(name)).toMatchObject({ content: 'return 3' }))
})

test('fills the editor from a file or a sample, and asks before leaving', async () => {
  const page = await open(address('db._proc.get.pre_process'))
  const view = await codeEditor()
  await page.user.upload(screen.getByLabelText('Script file'), new File(['return 2 // €'], 'two.js'))
  await waitFor(() => expect(view.state.doc.toString()).toBe('return 2 // €'))
  await page.user.click(await button('Samples'))
  await page.user.click(await screen.findByRole('tab', { name: 'PHP' }))
  await page.user.click(await button('Replace my script'))
  await waitFor(() => expect(view.state.doc.toString()).toContain('$event'))
  expect((await screen.findByLabelText<HTMLSelectElement>(/^Script Type/)).value).toBe('php')
  await page.user.click(await button('Close'))
  expect(await screen.findByRole('alertdialog', { name: 'Continue without saving?' })).toBeTruthy()
  await page.user.click(await button('Keep editing'))
})

test('links a failed run to the line that failed', async () => {
  const name = 'db._table.contact.delete.pre_process'
  await store(name, { content: 'const one = 1\nthrow new Error("Nothing is deleted here.")', is_active: true })
  await send('DELETE', 'db/_table/contact?ids=1', { as: root })
  const page = await open(`${address(name)}?section=runs`)
  expect(await screen.findByText('Nothing is deleted here.')).toBeTruthy()
  await page.user.click(await button('Line 2'))
  const { state } = await codeEditor()
  expect(state.doc.lineAt(state.selection.main.head).number).toBe(2)
  await send('DELETE', wire(name), { as: root })
})

test('sends no additional requests to a server that has only the common API', async () => {
  const asked: string[] = []
  const common =
    (reach: typeof fetch) =>
    async (...[input, init]: Parameters<typeof fetch>) => {
      asked.push(String(input))
      if (String(input).includes('/system/script_type'))
        return Response.json({
          resource: [
            { name: 'nodejs', label: 'Node.js' },
            { name: 'php', available: false },
          ],
        })
      if (String(input).includes('event_script?fields=name'))
        return Response.json({ error: { code: 400, message: "Unknown field 'is_active'." } }, { status: 400 })
      if (String(input).includes('event_script?as_list=true')) return Response.json({ resource: ['db.get.queued'] })
      return reach(input, init)
    }
  await open(address('db._table.contact.put.pre_process'), (reach) => withoutFeatures(common(reach)))
  await codeEditor()
  expect(await screen.findByText('1 script')).toBeTruthy()
  expect(screen.getByRole('option', { name: 'php (not available)' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Last runs' })).toBeNull()
  expect(asked.filter((call) => /\/(event|run|trial)$/.test(call))).toEqual([])
})

test('tries a script before it is saved, and shows its changes, output and errors', async () => {
  const name = 'db._table.contact.post.pre_process'
  const page = await open(address(name))
  const view = await codeEditor()
  await page.user.click(screen.getByLabelText('Allow script to modify request payload'))
  const script = ["event.request.payload.resource[0].source = 'web'", "console.log('seen')"]
  typeCode(view, script.join('\n'))
  await page.user.click(await button('Run'))
  expect(await screen.findByText('The service gets the changed request.')).toBeTruthy()
  expect(screen.getByText('request.payload.resource.0.source')).toBeTruthy()
  expect(screen.getByText('seen')).toBeTruthy()
  typeCode(view, [...script, "throw new Error('Too much.')"].join('\n'))
  await page.user.click(await button('Run'))
  expect(await screen.findByText('Too much.')).toBeTruthy()
  expect(await button('Line 3')).toBeTruthy()
  expect((await send('GET', wire(name), { as: root })).status).toBe(404)
})
