import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const press = (name: string) => screen.getByRole('button', { name })
const list = (name: string) => screen.findByRole('navigation', { name })
type Wire = Record<string, unknown>
const make = async (collection: string, record: Wire) => {
  const { body } = await instance.send<{ resource: Wire[] }>('POST', `system/${collection}?fields=*`, {
    as: instance.root,
    body: { resource: [record] },
  })
  return body.resource[0] ?? {}
}
const read = async (path: string) => (await instance.send<Wire>('GET', `system/${path}`, { as: instance.root })).body
const all = async (collection: string) =>
  (await instance.send<{ resource: Wire[] }>('GET', `system/${collection}`, { as: instance.root })).body.resource

test.each([
  ['cors', 'No host selected.'],
  ['email-templates', 'No email template selected.'],
  ['lookup-keys', 'No lookup key selected.'],
])('in %s, Save does nothing until an entry is chosen', async (view, text) => {
  const { user } = await open(`/config/${view}`)
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a new CORS entry must be renamed before it is sent', async () => {
  const { user, address } = await open('/config/cors')
  await user.click((await screen.findAllByRole('button', { name: 'Add CORS entry' }))[0] ?? document.body)
  await field(/^Path/)
  expect(address()).toMatch(/^\/config\/cors\/new-\d{1,5}$/)
  expect(within(await list('CORS')).getByText('not saved')).toBeTruthy()
  await user.click(press('Save'))
  const renamed =
    "Entries should have a unique path pattern. Please rename your entry to something other than the default 'new' name."
  expect(await screen.findAllByText(renamed)).toHaveLength(2)
  await user.clear(await field(/^Path/))
  await user.click(press('Save'))
  expect(await screen.findAllByText('Path is a required field.')).toHaveLength(2)
  expect(await all('cors')).toEqual([])
})

test('creates, changes and deletes a CORS entry', async () => {
  const { user, address } = await open('/config/cors/new-12345')
  await user.clear(await field(/^Path/))
  await user.type(await field(/^Path/), 'api/*')
  await user.click(press('None Selected'))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'GET (read)' }))
  await user.keyboard('{Escape}')
  await user.click(press('Save'))
  expect(await screen.findByText('CORS entry created successfully.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Update' })).toBeTruthy()
  const [entry] = await all('cors')
  expect(entry).toMatchObject({ path: 'api/*', origin: '*', header: '*', max_age: 0, method: ['GET'], enabled: false })
  expect(address()).toBe(`/config/cors/${entry?.id}`)
  expect(within(await list('CORS')).queryByText('not saved')).toBeNull()

  await user.click(await field('Enabled'))
  await user.clear(await field('Max Age'))
  await user.type(await field('Max Age'), '60')
  await user.click(press('Update'))
  expect(await screen.findByText('CORS entry updated successfully.')).toBeTruthy()
  expect(await read(`cors/${entry?.id}`)).toMatchObject({ path: 'api/*', max_age: 60, enabled: true })
  await waitFor(() => expect(screen.queryByText(/Not saved yet/)).toBeNull())

  await user.click(press('Delete'))
  await screen.findByRole('alertdialog', { name: 'Delete api/*?' })
  await user.click(press('Delete CORS entry'))
  expect(await screen.findByText('CORS entry deleted successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/config/cors'))
  expect(await all('cors')).toEqual([])
})

test('deletes an unsaved entry without a request', async () => {
  const { user, address } = await open('/config/cors/new-7', {
    through: (reach) => (input, init) => {
      if (init?.method === 'DELETE') throw new Error('Nothing is there to delete.')
      return reach(input, init)
    },
  })
  await user.type(await field('Description'), 'mine')
  await user.click(press('Delete'))
  await screen.findByRole('alertdialog', { name: 'Delete NEW?' })
  await user.click(press('Delete CORS entry'))
  expect(await screen.findByText('CORS entry deleted successfully.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/config/cors'))
  await waitFor(() => expect(screen.queryByText('not saved')).toBeNull())
})

test('a deletion whose response is lost is seen in the list', async () => {
  const { id } = await make('cors', { path: 'lost/*', origin: '*' })
  const { user } = await open(`/config/cors/${id}`, {
    through: (reach) => async (input, init) => {
      const answer = await reach(input, init)
      if (init?.method === 'DELETE') throw new TypeError('Failed to fetch')
      return answer
    },
  })
  const entries = within(await list('CORS'))
  await entries.findByRole('link', { name: /^lost/ })
  await user.click(press('Delete'))
  await user.click(await screen.findByRole('button', { name: 'Delete CORS entry' }))
  await waitFor(() => expect(entries.queryByRole('link', { name: /^lost/ })).toBeNull())
})

test('shows an error of the instance under its field and as a notification, and keeps the input', async () => {
  const { id } = await make('cors', { path: 'taken/*', origin: '*' })
  const { user } = await open('/config/cors/new-1')
  await user.clear(await field(/^Path/))
  await user.type(await field(/^Path/), 'taken/*')
  await user.click(press('Save'))
  expect(await screen.findByText('Api Error')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText(/^Path/).getAttribute('aria-invalid')).toBe('true'))
  expect((await field(/^Path/)).value).toBe('taken/*')
  await instance.send('DELETE', `system/cors/${id}`, { as: instance.root })
})

test('asks before unsaved changes are lost by choosing another entry, view or tab', async () => {
  const first = await make('cors', { path: 'a/*', origin: '*' })
  const second = await make('cors', { path: 'b/*', origin: '*' })
  const { user, address } = await open(`/config/cors/${first.id}`)
  await user.type(await field('Description'), 'changed')
  for (const name of ['b/*', 'Cache', 'Home']) {
    await user.click(screen.getByRole('link', { name: new RegExp(`^${name.replace('*', '\\*')}`) }))
    const question = await screen.findByRole('alertdialog', { name: 'Continue without saving?' })
    expect(within(question).getByText('Not saved yet: Description.')).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(address()).toBe(`/config/cors/${first.id}`)
    expect((await field('Description')).value).toBe('changed')
  }
  await user.click(screen.getByRole('link', { name: /^b\/\*/ }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(address()).toBe(`/config/cors/${second.id}`))
  await waitFor(async () => expect((await field(/^Path/)).value).toBe('b/*'))
})

test('shows that an entry does not exist, and keeps the list', async () => {
  const { user, address } = await open('/config/cors/999')
  expect(await screen.findByText('There is no CORS entry with the ID 999.')).toBeTruthy()
  await user.click(press('Back to the list'))
  await waitFor(() => expect(address()).toBe('/config/cors'))
})

test('neither shows nor overwrites a private value', async () => {
  const { id } = await make('lookup', { name: 'secret', value: 'opensesame', private: true })
  const { user } = await open(`/config/lookup-keys/${id}`)
  expect((await field('Value')).value).toBe('')
  await user.type(await field(/^Name/), '2')
  await user.click(press('Update'))
  expect(await screen.findByText('Lookup key updated successfully.')).toBeTruthy()
  const row = await instance.parts.store.db
    .selectFrom('lookup')
    .select(['name', 'value'])
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  expect(row.name).toBe('secret2')
  expect(instance.parts.vault.open(String(row.value))).toBe('opensesame')
})

test('creates and deletes a lookup key', async () => {
  const { user } = await open('/config/lookup-keys/new-3')
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(
    await screen.findAllByText('Lookup keys should have a unique name. Please choose a name other than the default.'),
  ).toHaveLength(2)
  await user.clear(await field(/^Name/))
  await user.click(press('Save'))
  expect(await screen.findAllByText('Lookup keys should have a unique name. Please name your key.')).toHaveLength(2)
  await user.type(await field(/^Name/), 'host')
  await user.type(await field('Value'), 'db.test')
  await user.click(press('Save'))
  expect(await screen.findByText('Lookup key created successfully.')).toBeTruthy()
  await screen.findByRole('button', { name: 'Update' })
  await user.click(press('Delete'))
  await screen.findByRole('alertdialog', { name: 'Delete host?' })
  await user.click(press('Delete lookup key'))
  expect(await screen.findByText('Lookup key deleted successfully.')).toBeTruthy()
})

test('pages and searches a long list on the server', async () => {
  for (let from = 0; from < 2; from++) {
    const resource = Array.from({ length: 60 }, (_, at) => ({
      name: `many${String(from * 60 + at).padStart(3, '0')}`,
      value: 'x',
    }))
    await instance.send('POST', 'system/lookup', { as: instance.root, body: { resource } })
  }
  const { user, address } = await open('/config/lookup-keys')
  const rows = within(await list('Global Lookup Keys'))
  expect(await rows.findByRole('link', { name: 'many000' })).toBeTruthy()
  expect(rows.queryByRole('link', { name: 'many119' })).toBeNull()
  await user.click(rows.getByRole('button', { name: 'Next page' }))
  expect(await rows.findByRole('link', { name: 'many119' })).toBeTruthy()
  expect(address()).toBe('/config/lookup-keys?page=2')
  await user.type(rows.getByRole('searchbox'), 'many05{Enter}')
  await waitFor(() => expect(rows.getAllByRole('link')).toHaveLength(10))
  expect(address()).toBe('/config/lookup-keys?filter=many05')
  await user.click(rows.getByRole('link', { name: 'many055' }))
  expect((await field('Value')).value).toBe('x')
  expect(rows.getAllByRole('link')).toHaveLength(10)
})
