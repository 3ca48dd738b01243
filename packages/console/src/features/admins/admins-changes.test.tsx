import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pressReady } from '../../testing/press-ready.ts'
import { visit } from '../../testing/render-route.tsx'

async function openList() {
  const instance = await testInstance()
  for (const name of ['Ann', 'Ben', 'Cat'])
    await instance.make.admin({ name, email: `${name.toLowerCase()}@example.test` })
  const page = await visit(instance, '/admins?sort=id', { as: instance.root })
  await screen.findByRole('link', { name: 'ann@example.test' })
  const emails = async () => {
    const { body } = await instance.send<{ resource: { email: string }[] }>(
      'GET',
      'system/admin?order=id&fields=email',
      {
        as: instance.root,
      },
    )
    return body.resource.map(({ email }) => email)
  }
  return { instance, emails, ...page }
}

test('administrators cannot delete their own account', async () => {
  const { user, emails } = await openList()
  await user.click(screen.getByRole('checkbox', { name: 'Select Root' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Your own account cannot be deleted.')).toBeTruthy()
  expect(await emails()).toContain('root@example.test')
})

test('deleting asks for confirmation, and Cancel keeps the record', async () => {
  const { user, emails } = await openList()
  await user.click(screen.getByRole('button', { name: 'Actions for Ben' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Ben?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await emails()).toHaveLength(4)
})

test('one record is deleted', async () => {
  const { user, emails } = await openList()
  await user.click(screen.getByRole('button', { name: 'Actions for Ben' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete admin' }))
  expect(await screen.findByText('Admin successfully deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'ben@example.test' })).toBeNull())
  expect(await emails()).toEqual(['root@example.test', 'ann@example.test', 'cat@example.test'])
})

test('selected records are deleted together', async () => {
  const { user, emails } = await openList()
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Cat' }))
  expect(await screen.findByText('2 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Delete selected admins?' })
  await user.click(screen.getByRole('button', { name: 'Delete 2 admins' }))
  expect(await screen.findByText('Admins deleted successfully.')).toBeTruthy()
  expect(await emails()).toEqual(['root@example.test', 'ben@example.test'])
})

test('a field is changed for all matching records', async () => {
  const { user, instance } = await openList()
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann' }))
  await user.click(await screen.findByRole('button', { name: /Select all 4 that match/ }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Root' }))
  await user.click(screen.getByRole('button', { name: 'Edit a field' }))
  await user.selectOptions(await screen.findByLabelText('Value'), 'No')
  await user.click(screen.getByRole('button', { name: /^Change/ }))
  expect(await screen.findByText('3 admins changed.')).toBeTruthy()
  const { body } = await instance.send<{ resource: unknown[] }>('GET', 'system/admin?filter=is_active=false', {
    as: instance.root,
  })
  expect(body.resource).toHaveLength(3)
})

test('a file of another type is rejected before it is sent', async () => {
  const { user } = await openList()
  await openImport(user)
  const input = await screen.findByLabelText<HTMLInputElement>(/Choose a file/)
  input.removeAttribute('accept')
  await user.upload(input, new File(['x'], 'people.xlsx'))
  expect((await screen.findAllByText('Acceptable file formats are csv, json, and xml.')).length).toBeGreaterThan(0)
})

test('an invalid row is named, and nothing of the file is imported', async () => {
  const { user, emails } = await openList()
  await openImport(user)
  const csv = 'email,name\nnew@example.test,New\nann@example.test,Twice\n'
  await user.upload(await screen.findByLabelText(/Choose a file/), new File([csv], 'PEOPLE.CSV', { type: 'text/csv' }))
  await pressReady(user, 'Check file')
  expect(await screen.findByText('Nothing would be imported: 1 admin refused.')).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Line 3 ann@example.test/ })).toBeTruthy()
  expect(await emails()).toHaveLength(4)
})

test.each([
  ['people.csv', 'email,name\nnew@example.test,New\n'],
  ['people.json', '{"resource":[{"email":"new@example.test","name":"New"}]}'],
  [
    'people.xml',
    '<?xml version="1.0"?><people><resource><email>new@example.test</email><name>New</name></resource></people>',
  ],
])('%s is imported', async (name, content) => {
  const { user, emails } = await openList()
  await openImport(user)
  await user.upload(await screen.findByLabelText(/Choose a file/), new File([content], name))
  await pressReady(user, 'Check file')
  await user.click(await screen.findByRole('button', { name: 'Import 1 admin' }))
  expect(await screen.findByText('Admins imported successfully.')).toBeTruthy()
  expect(await emails()).toContain('new@example.test')
})

async function openImport(user: Awaited<ReturnType<typeof visit>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Import…' }))
}
