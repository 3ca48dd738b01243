import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { chooseService } from '../../testing/choose-service.ts'
import { visit } from '../../testing/render-route.tsx'
import { matching, readManifest, selectionBody, withItems } from './package-selection.ts'

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
  expect(matching(user.items, 'LEE')).toEqual(user.items)
  const once = withItems(withItems([], role, role.items.slice(0, 1), false), role, role.items, true)
  expect(once).toHaveLength(1)
  const all = withItems(withItems(once, user, user.items, false), db, db.items, false)
  expect(withItems(all, user, user.items, false)).toEqual(all)
  expect(selectionBody(withItems(all, files, files.items, true), true)).toEqual({
    files: ['docs/', 'a.txt'],
    system: { role: ['a', 'b'], user: ['ann@x.test'] },
    db: { _schema: ['t'], _table: ['t'] },
  })
})

test('selects the content of a package, and exports it with a password', async () => {
  const { user } = await visit(instance, '/package-manager', { as: root })
  await user.selectOptions(await screen.findByLabelText('Type'), 'System Management')
  await user.selectOptions(screen.getByLabelText('Name'), 'role')
  await user.type(screen.getByLabelText('Search'), 'CLER')
  await waitFor(() => expect(screen.queryByLabelText('guard')).toBeNull())
  await user.click(screen.getByLabelText('clerk'))
  await user.click(screen.getByRole('button', { name: 'Add to Package' }))
  const content = screen.getByRole('region', { name: 'Selected Package Content' })
  expect(within(content).getByText('clerk')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Type'), 'SQLite Schema')
  await user.click(screen.getByRole('button', { name: 'Name: -- No Names Selected --' }))
  expect(await screen.findByRole('option', { name: /\bdb\b/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /\bfiles\b/ })).toBeNull()
  await user.keyboard('{Escape}')
  await chooseService(user, 'Export to', 'files')
  await user.type(screen.getByLabelText(/^File Name/), 'mine')
  const target = screen.getByRole('region', { name: 'Export target' })
  await user.type(within(target).getByLabelText(/^Password/), 'long enough')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('files/__EXPORTS/mine.zip')).toBeTruthy()
  expect(await screen.findByText(/add the folder __EXPORTS to the Public Path/)).toBeTruthy()
})

test('keeps the input and shows the error of an import whose connection is lost', async () => {
  const { user } = await visit(instance, '/package-manager?view=import', {
    as: root,
    through: (reach) => (input, init) =>
      init?.method === 'POST' && String(input).includes('system/package')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : reach(input, init),
  })
  const pane = within(await screen.findByRole('region', { name: 'Import Package' }))
  await user.type(pane.getByLabelText(/^Package/, { selector: 'input:not([type=file])' }), 'https://example.test/a.zip')
  await user.type(pane.getByLabelText(/^Password/), 'long enough')
  await user.click(pane.getByRole('button', { name: 'Import' }))
  expect(await pane.findByText(/The instance is not responding/)).toBeTruthy()
  expect(pane.getByDisplayValue('https://example.test/a.zip')).toBeTruthy()
  expect(pane.getByDisplayValue('long enough')).toBeTruthy()
})
