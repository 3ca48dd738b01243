import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../../testing/answering.ts'
import { visit } from '../../testing/render-route.tsx'

type Instance = Awaited<ReturnType<typeof testInstance>>

const withTable = async () => {
  const instance = await testInstance()
  const table = {
    name: 'tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
    ],
  }
  await instance.send('POST', 'db/_schema', { as: instance.root, body: { resource: [table] } })
  await instance.send('POST', 'db/_table/tool', { as: instance.root, body: { resource: [{ name: 'hammer' }] } })
  return instance
}

const namesOf = async ({ send, root }: Instance, path: string) => {
  const { body } = await send<{ resource: { name: string }[] }>('GET', `${path}?fields=name`, { as: root })
  return body.resource.map(({ name }) => name)
}

const create = () => screen.findByRole('button', { name: 'Create key and send request' })

test('creates nothing without a table, and the card shows why', async () => {
  const instance = await testInstance()
  const { user } = await visit(instance, '/home', { as: instance.root })
  await user.click(await create())
  expect(await screen.findByText(/No database has a table yet/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create a table' }).getAttribute('href')).toBe('/schema/db/create')
  expect(await namesOf(instance, 'system/role')).not.toContain('First call')
})

test('deletes the role if creating the app fails', async () => {
  const instance = await withTable()
  const { user } = await visit(instance, '/home', {
    as: instance.root,
    through: rejectWith({ verb: 'POST', part: 'system/app' }, 400, 'No more apps.'),
  })
  await user.click(await create())
  expect(await screen.findByText('No more apps.')).toBeTruthy()
  expect(await namesOf(instance, 'system/role')).not.toContain('First call')
})

test('creates a key that reads one table and shows the request and its rows on one click; another click deletes all of it', async () => {
  const instance = await withTable()
  const settings = { relayedUrl: 'https://api.example.test/base' }
  const { user } = await visit(instance, '/home', { as: instance.root, settings })
  await user.click(await create())
  const rows = within(await screen.findByRole('region', { name: 'Rows of tool' }))
  expect(rows.getByRole('cell', { name: 'hammer' })).toBeTruthy()
  const { body } = await instance.send<{ resource: { api_key: string }[] }>(
    'GET',
    'system/app?filter=name="First call"',
    { as: instance.root },
  )
  const key = body.resource[0]?.api_key ?? ''
  expect(document.body.textContent).toContain(`curl 'https://api.example.test/base/api/v2/db/_table/tool?limit=5'`)
  expect(document.body.textContent).toContain(key)
  await user.click(screen.getByRole('tab', { name: 'Python' }))
  expect(document.body.textContent).toContain('import requests')
  expect((await instance.send('GET', 'db/_table/tool/1', { key })).status).toBe(200)
  expect((await instance.send('DELETE', 'db/_table/tool/1', { key })).status).toBe(401)
  expect((await instance.send('GET', 'db/_schema', { key })).status).toBe(401)

  await user.click(screen.getByRole('button', { name: 'Delete key' }))
  await user.click(await screen.findByRole('button', { name: 'Delete key, app and role' }))
  expect(await create()).toBeTruthy()
  expect(await namesOf(instance, 'system/app')).not.toContain('First call')
  expect(await namesOf(instance, 'system/role')).not.toContain('First call')
})

test('shows an existing key only on demand', async () => {
  const instance = await withTable()
  const { user } = await visit(instance, '/home', { as: instance.root })
  await user.click(await create())
  await screen.findByRole('region', { name: 'Rows of tool' })
  const again = await visit(instance, '/home', { as: instance.root })
  const show = await screen.findByRole('button', { name: 'Show key and send request' })
  expect(document.body.textContent).not.toContain("curl 'http")
  await again.user.click(show)
  expect(await screen.findByRole('region', { name: 'Rows of tool' })).toBeTruthy()
})

test('keeps the input of an invitation without an email address, or that the instance rejects', async () => {
  const instance = await testInstance()
  const { user } = await visit(instance, '/home', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Email is required.')).toBeTruthy()
  await user.type(screen.getByLabelText('Email (required)'), instance.root.email)
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(screen.getByLabelText('Email (required)').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText<HTMLInputElement>('Email (required)').value).toBe(instance.root.email)
})

test('invites a colleague as a user with a role in the app that the role belongs to', async () => {
  const instance = await testInstance()
  const role = await instance.make.role({ name: 'Readers' })
  await instance.make.app({ name: 'Other' })
  const app = await instance.make.app({ name: 'Shop', role_id: role.id })
  const { user } = await visit(instance, '/home', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  await user.type(await screen.findByLabelText('Email (required)'), 'new@example.test')
  await user.click(screen.getByRole('button', { name: 'Role: No role' }))
  await user.click(await screen.findByRole('option', { name: /^Readers/ }))
  expect(await screen.findByRole('button', { name: 'In the app: Shop' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText(/Invitation sent to/)).toBeTruthy()
  const { body } = await instance.send<{ resource: { user_to_app_to_role_by_user_id: object[] }[] }>(
    'GET',
    'system/user?filter=email="new@example.test"&related=user_to_app_to_role_by_user_id',
    { as: instance.root },
  )
  expect(body.resource[0]?.user_to_app_to_role_by_user_id).toMatchObject([{ app_id: app.id, role_id: role.id }])
})
