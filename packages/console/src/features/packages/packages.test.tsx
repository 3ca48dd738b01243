import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { chooseService } from '../../testing/choose-service.ts'
import { visit } from '../../testing/render-route.tsx'
import {
  hasAll,
  matchingItems,
  readManifest,
  selectionBody,
  selectionRows,
  withItems,
  withoutItem,
} from './package-selection.ts'

const instance = sharedInstance()
const { root, make } = instance
beforeAll(async () => {
  await make.role({ name: 'clerk', access: [] })
  await make.role({ name: 'guard', access: [] })
})
const field = [{ name: 'id', type: 'id' }]
beforeAll(() => instance.send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'tool', field }] } }))

test('parses the manifest of any server, and builds the body of an export from the selection', () => {
  const manifest = {
    service: {
      system: { role: ['a', 'b'], user: [{ email: 'ann@x.test', first_name: 'Ann', last_name: 'Lee' }], odd: 7 },
      db: { reachable: true, _schema: ['t'] },
      broken: { reachable: false },
      files: ['a.txt', 'docs/'],
    },
  }
  const list = {
    services: [{ id: 1, name: 'db', type: 'sqlite' }],
    types: [{ name: 'sqlite', label: 'SQLite', group: 'Database' }],
  }
  const sources = readManifest(manifest, list)
  expect(sources.map(({ type, name, available }) => [type, name, available])).toEqual([
    ['System', 'role', true],
    ['System', 'user', true],
    ['SQLite Schema', 'db', true],
    ['Database Schema', 'broken', false],
    ['File', 'files', true],
  ])
  const [role, user, db, , files] = sources
  if (!role || !user || !db || !files) throw new Error('Sources are missing')
  expect(files.items.map(({ id }) => id)).toEqual(['docs/', 'a.txt'])
  expect(matchingItems(user.items, 'LEE')).toEqual(user.items)
  const once = withItems(withItems([], role, role.items.slice(0, 1)), role, role.items)
  expect(once).toEqual([{ source: role, items: role.items }])
  expect([hasAll(once, role), hasAll(once, user)]).toEqual([true, false])
  const all = withItems(withItems(once, user, user.items), db, db.items)
  expect(withItems(all, user, user.items)).toEqual(all)
  expect(withoutItem(all, user, { id: 'ann@x.test', label: '' })).toHaveLength(2)
  expect(selectionBody(withItems(all, files, files.items), true)).toEqual({
    files: ['docs/', 'a.txt'],
    system: { role: ['a', 'b'], user: ['ann@x.test'] },
    db: { _schema: ['t'], _table: ['t'] },
  })
})

test('says how many of very many records are listed, and does not offer to add all', async () => {
  const listed = { service: { system: { role: ['a', 'b'] } }, more: { role: 12_000 } }
  const { user } = await visit(instance, '/package-manager', {
    as: root,
    through: (reach) => (input, init) =>
      String(input instanceof Request ? input.url : input).endsWith('system/package')
        ? Promise.resolve(Response.json(listed))
        : reach(input, init),
  })
  await user.click(await screen.findByRole('button', { name: 'Roles' }))
  expect(
    await screen.findByText('The first 2 of 12,000 are listed. Use a filter in the API to export the others.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Add All/ })).toBeNull()
})

test('asks a service that was unavailable again, alone, and says why it still is', async () => {
  const answers: Readonly<Record<string, () => Response>> = {
    'system/package': () => Response.json({ service: { late: { reachable: false }, files: { reachable: false } } }),
    'late/_schema': vi
      .fn()
      .mockReturnValueOnce(Response.json({ error: { code: 503, message: 'Not now.' } }, { status: 503 }))
      .mockImplementation(() => Response.json({ resource: [{ name: 'parcels' }] })),
    'files/': () => Response.json({ resource: [{ name: 'a.txt', path: 'a.txt', type: 'file' }, folder] }),
  }
  const folder = { name: 'docs', path: 'docs/', type: 'folder' }
  const { user } = await visit(instance, '/package-manager', {
    as: root,
    through: (reach) => async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://x.test')
      return answers[pathname.replace(/^\/api\/v2\//, '')]?.() ?? reach(input, init)
    },
  })
  await user.click(await screen.findByRole('button', { name: /^late/ }))
  await screen.findByText(/^Unavailable/)
  await user.click(screen.getByRole('button', { name: 'Try again late' }))
  await screen.findByText('Not now.')
  await user.click(screen.getByRole('button', { name: 'Try again late' }))
  await screen.findByRole('checkbox', { name: 'parcels' })
  expect(screen.queryByText(/^Unavailable/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^files/ }))
  await user.click(await screen.findByRole('button', { name: 'Try again files' }))
  await screen.findByRole('checkbox', { name: 'docs/' })
  await screen.findByRole('checkbox', { name: 'a.txt' })
})

test('finds items in the tree by their name or that of their group, and opens what it finds', () => {
  const source = (kind: 'system' | 'database', name: string, ids: string[], available = true) => ({
    type: 'SQLite Schema',
    name,
    kind,
    available,
    items: ids.map((id) => ({ id, label: id })),
  })
  const sources = [source('system', 'role', ['clerk', 'guard']), source('database', 'shop', ['items', 'clerks'], false)]
  const shown = (search: string, open: string[] = []) =>
    selectionRows(sources, { open: new Set(open), search }).map((row) => (row.kind === 'item' ? row.item.id : row.kind))
  expect(shown('nothing')).toEqual([])
  expect(shown('')).toEqual(['group', 'group'])
  expect(shown('', ['system role'])).toEqual(['group', 'clerk', 'guard', 'group'])
  expect(shown('CLERK')).toEqual(['group', 'clerk', 'group', 'note', 'clerks'])
  expect(shown('Roles')).toEqual(['group', 'clerk', 'guard'])
})

test('ticks the content of a package, says what it needs, and exports it with a password', async () => {
  const mail = {
    name: 'post',
    type: 'smtp_email',
    is_active: true,
    config: { host: 'mail.example.test', password: 'secret' },
  }
  const [{ id }] = (
    await instance.send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: root, body: mail })
  ).body.resource
  await make.role({ name: 'poster', access: [{ service_id: id, component: '*', verbs: ['POST'] }] })
  const { user } = await visit(instance, '/package-manager', { as: root })
  const available = within(await screen.findByRole('region', { name: 'Available content' }))
  await user.type(available.getByLabelText('Search'), 'CLER')
  await waitFor(() => expect(available.queryByLabelText('poster')).toBeNull())
  await user.click(await available.findByLabelText('clerk'))
  const content = within(screen.getByRole('region', { name: 'Selected Package Content' }))
  expect(content.getByText('clerk', { exact: false })).toBeTruthy()
  expect(await screen.findByText(/^1 record: about \d+ bytes before compression$/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Needed, but not included' })).toBeNull()
  await user.clear(available.getByLabelText('Search'))
  await user.click(await available.findByRole('button', { name: 'Roles' }))
  await user.click(await available.findByLabelText('poster'))
  const needed = within(await screen.findByRole('region', { name: 'Needed, but not included' }))
  expect(needed.getByText('for poster')).toBeTruthy()
  await user.click(needed.getByRole('button', { name: 'Add post' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Needed, but not included' })).toBeNull())
  const left = within(await screen.findByRole('region', { name: 'Left out' }))
  expect(left.getByText('Services post: config.password')).toBeTruthy()
  await user.click(available.getByLabelText('poster'))
  expect(content.queryByText(/poster/)).toBeNull()
  await chooseService(user, 'Export to', 'files')
  await user.type(screen.getByLabelText(/^File Name/), 'mine')
  const target = screen.getByRole('region', { name: 'Export target' })
  await user.type(within(target).getByLabelText(/^Password/), 'long enough')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('files/__EXPORTS/mine.zip')).toBeTruthy()
  expect(await screen.findByText(/add the folder __EXPORTS to the Public Path/)).toBeTruthy()
})

test('an import whose connection is lost keeps the input, shows the error, and reads again what it may have stored', async () => {
  let contentsRead = 0
  const { user } = await visit(instance, '/package-manager?view=import', {
    as: root,
    through: (reach) => (input, init) => {
      if (!String(input).includes('system/package')) return reach(input, init)
      if (init?.method === 'POST') return Promise.reject(new TypeError('Failed to fetch'))
      contentsRead += 1
      return reach(input, init)
    },
  })
  const pane = within(await screen.findByRole('region', { name: 'Import Package' }))
  await user.type(pane.getByLabelText(/^Package/, { selector: 'input:not([type=file])' }), 'https://example.test/a.zip')
  await user.type(pane.getByLabelText(/^Password/), 'long enough')
  const before = contentsRead
  await user.click(pane.getByRole('button', { name: 'Import' }))
  expect(await pane.findByText(/The instance is not responding/)).toBeTruthy()
  await waitFor(() => expect(contentsRead).toBe(before + 1))
  expect(pane.getByDisplayValue('https://example.test/a.zip')).toBeTruthy()
  expect(pane.getByDisplayValue('long enough')).toBeTruthy()
})

test('an import does not start while the plan is made', async () => {
  const planned = Promise.withResolvers<void>()
  const sent: string[] = []
  const { user } = await visit(instance, '/package-manager?view=import', {
    as: root,
    through: (reach) => async (input, init) => {
      if (!String(input).includes('system/package') || init?.method !== 'POST') return reach(input, init)
      sent.push(String(input))
      await planned.promise
      return Response.json({ success: true, items: [], warnings: ['Only a plan.'] })
    },
  })
  const pane = within(await screen.findByRole('region', { name: 'Import Package' }))
  await user.type(pane.getByLabelText(/^Package/, { selector: 'input:not([type=file])' }), 'https://example.test/a.zip')
  await user.click(await pane.findByRole('button', { name: 'Show Plan' }))
  await user.click(pane.getByRole('button', { name: 'Import' }))
  planned.resolve()
  await pane.findByText('Only a plan.')
  expect(sent).toEqual([expect.stringContaining('plan=true')])
})
