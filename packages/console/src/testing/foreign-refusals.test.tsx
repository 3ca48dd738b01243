import { foreignServer } from '@millwright/instance/testing/foreign-server/foreign-server'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance

beforeAll(async () => {
  const tables = {
    resource: [
      {
        name: 'picture',
        field: [
          { name: 'id', type: 'id' },
          { name: 'title', type: 'string', length: 40, allow_null: false },
          { name: 'content', type: 'binary', allow_null: true },
        ],
      },
    ],
  }
  expect((await send('POST', 'db/_schema', { as: root, body: tables })).status).toBe(200)
})

const elsewhere = (path: string) => visit(instance, path, { as: root, through: foreignServer() })
const panel = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
const pictures = async () =>
  (await send<{ resource: object[] }>('GET', 'db/_table/picture?order=id', { as: root })).body.resource

test('shows one sentence for a short password that only the server rejects', async () => {
  const { user } = await elsewhere('/users/new')
  const form = await panel(/User/)
  await user.type(await form.findByLabelText(/^Email/), 'short@example.test')
  await user.click(form.getByLabelText('Set Password'))
  await user.type(form.getByLabelText('Enter Password'), 'abc')
  await user.type(form.getByLabelText('Verify Password'), 'abc')
  expect(form.queryByText(/At least|at least/)).toBeNull()
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The password field must be at least 16 characters.')).toBeTruthy()
  expect(form.queryByText(/5 characters/)).toBeNull()
})

test('reports a taken email at the email, not at a username that was not entered', async () => {
  await instance.make.user({ email: 'taken@example.test' })
  const { user } = await elsewhere('/users/new')
  const form = await panel(/User/)
  await user.type(await form.findByLabelText(/^Email/), 'taken@example.test')
  await user.click(form.getByLabelText('Set Password'))
  await user.type(form.getByLabelText('Enter Password'), 'long enough for there')
  await user.type(form.getByLabelText('Verify Password'), 'long enough for there')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The email has already been taken.')).toBeTruthy()
  expect(form.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(/username has already/i)).toBeNull()
})

test('reports a taken name at the name, without any SQL', async () => {
  await instance.make.role({ name: 'Taken' })
  const { user } = await elsewhere('/roles/new')
  await user.type(await screen.findByLabelText(/^Name/), 'Taken')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('name is already in use.').length).toBeGreaterThan(0)
  expect(document.body.textContent).not.toMatch(/SQL|insert into/i)
})

test('does not send an incomplete new record, and stores it once it is complete', async () => {
  const sent: string[] = []
  const { user } = await visit(instance, '/data/db/picture?record=new', {
    as: root,
    through: (reach) => (input, init) => {
      if (init?.method === 'POST') sent.push(String(input))
      return foreignServer()(reach)(input, init)
    },
  })
  const form = await panel(/Picture/)
  const save = () => form.getByRole('button', { name: /^Save/ })
  await screen.findByLabelText(/^Title/)
  await user.click(save())
  await waitFor(() => expect(screen.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe('true'))
  expect(form.getAllByText('Title is required.').length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  await user.type(screen.getByLabelText(/^Title/), 'hill')
  await user.click(save())
  await waitFor(async () => expect(await pictures()).toMatchObject([{ title: 'hill', content: null }]))
})

test('reports in advance that packages cannot be imported there', async () => {
  await elsewhere('/package-manager?view=import')
  expect(await screen.findByText(/runs the open-source edition, which can export packages but not import/)).toBeTruthy()
  await visit(instance, '/package-manager?view=import', { as: root })
  await screen.findByRole('button', { name: 'Show Plan' })
  expect(screen.queryByText(/open-source edition/)).toBeNull()
})

test('reports an unknown URL without a request, even if access cannot be explained', async () => {
  await elsewhere('/roles/explain')
  expect(await screen.findByText('There is no role at this URL.')).toBeTruthy()
})

test('counts the entries of the list, whatever the server includes in its count', async () => {
  await visit(instance, '/config/lookup-keys', {
    as: root,
    through: (reach) => async (input, init) => {
      if (!String(input).includes('system/lookup?')) return reach(input, init)
      return Response.json({ resource: [], meta: { count: 2 } })
    },
  })
  expect(await screen.findByText('No global lookup keys yet.')).toBeTruthy()
  expect(screen.queryByText(/2 lookup keys/)).toBeNull()
})
