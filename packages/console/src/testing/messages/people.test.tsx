import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rejectWith, respondWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { messageOf } from '../message-catalogue.ts'
import { pressReady } from '../press-ready.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const { make, root, send } = instance
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: root, ...options })
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const press = async ({ user }: Visit, name: string) => user.click(await screen.findByRole('button', { name }))

const tabs = [
  {
    kind: 'admin',
    mismatch: 'admins.mismatch',
    created: 'admins.created',
    updated: 'admins.updated',
    imported: 'admins.imported',
    invited: 'admins.invited',
  },
  {
    kind: 'user',
    mismatch: 'users.mismatch',
    created: 'users.created',
    updated: 'users.updated',
    imported: 'users.imported',
    invited: 'users.invited',
  },
] as const

describe.each(tabs)('A person of the kind $kind', ({ kind, ...ids }) => {
  const path = `/${kind}s`
  const collection = { part: `/system/${kind}?` }

  test('reports neither or both of invitation and password, passwords that differ, and creation', async () => {
    const page = await open(`${path}/new`)
    await page.user.type(await field(/^Email/), `new-${kind}@example.test`)
    await press(page, 'Save')
    await expectMessage('people.neither')
    await page.user.click(await field('Send Email Invite'))
    await page.user.click(await field('Set Password'))
    await press(page, 'Save')
    await expectMessage('people.both')
    await page.user.click(await field('Send Email Invite'))
    await page.user.type(await field('Enter Password'), 'secret-1')
    await page.user.type(await field('Verify Password'), 'secret-2')
    await press(page, 'Save')
    await expectMessage(ids.mismatch)
    await page.user.clear(await field('Verify Password'))
    await page.user.type(await field('Verify Password'), 'secret-1')
    await press(page, 'Save')
    await expectMessage(ids.created)
  })

  test('reports changes, leaving unsaved changes, and a rejection', async () => {
    const { email: taken } = await make[kind]({ name: 'Old' })
    const other = await make[kind]({ name: 'Other' })
    const page = await open(`${path}/${other.id}`)
    await page.user.type(await field('Phone'), '1')
    await press(page, 'Cancel')
    await expectMessage('editor.leave')
    await press(page, 'Keep editing')
    await press(page, 'Save')
    await expectMessage(ids.updated)

    const refused = await open(`${path}/new`)
    await refused.user.type(await field(/^Email/), taken)
    await refused.user.click(await field('Send Email Invite'))
    await press(refused, 'Save')
    await expectMessage('any.batch', { messages: 'Invalid data supplied. email is already in use.' })
  })

  test('reports sending the invitation again from the form', async () => {
    const email = `again-${kind}@example.test`
    const { body } = await send<{ resource: [{ id: number }] }>('POST', `system/${kind}?send_invite=true`, {
      as: root,
      body: { resource: [{ email, name: 'Ina' }] },
    })
    const page = await open(`${path}/${body.resource[0].id}`)
    await press(page, 'Send Invite')
    await expectMessage(ids.invited)
  })

  test('reports an import, and a file of another type', async () => {
    const page = await open(path)
    await press(page, 'Import…')
    const input = await screen.findByLabelText<HTMLInputElement>(/Choose a file/)
    input.removeAttribute('accept')
    await page.user.upload(input, new File(['x'], 'people.xlsx'))
    await expectMessage('people.other-file')
    const csv = `email,name\nimported-${kind}@example.test,New\n`
    await page.user.upload(await screen.findByLabelText(/Choose a file/), new File([csv], 'people.csv'))
    await pressReady(page.user, 'Check file')
    await press(page, `Import 1 ${kind}`)
    await expectMessage(ids.imported)
  })

  test('shows the state of the invitation', async () => {
    const states = [
      { id: 1, email: 'a@example.test', confirmed: true, expired: false },
      { id: 2, email: 'b@example.test', confirmed: false, expired: false },
      { id: 3, email: 'c@example.test', confirmed: true, expired: true },
      { id: 4, email: 'd@example.test' },
    ]
    const body = { resource: states, meta: { count: states.length } }
    await open(path, { through: respondWith({ ...collection, verb: 'GET' }, 200, body) })
    for (const [letter, id] of [
      ['a', 'people.confirmed'],
      ['b', 'people.pending'],
      ['c', 'people.expired'],
      ['d', 'people.n-a'],
    ] as const) {
      const link = await screen.findByRole('link', { name: `${letter}@example.test` })
      const row = within(link.closest('tr') ?? document.body)
      expect(row.getByText(messageOf(id).text)).toBeTruthy()
    }
  })
})

test('reports a response that cannot be parsed', async () => {
  const { id } = await make.admin({ name: 'Old' })
  const page = await open(`/admins/${id}`, {
    through: respondWith({ part: `/system/admin/${id}`, verb: 'PUT' }, 500, '<h1>Oops</h1>'),
  })
  await page.user.type(await field('Phone'), '1')
  await press(page, 'Save')
  await expectMessage('any.unknown')
})

test('reports many records of which some are rejected', async () => {
  for (const name of ['One', 'Two', 'Three']) await make.user({ name, first_name: 'Batch' })
  const message = 'Batch Error: Not all requested records could be deleted.'
  const context = { error: [0, 2], resource: [{ message: 'One stays.' }, { id: 2 }, { message: 'Three stays.' }] }
  const page = await open('/users?filter=batch', {
    through: respondWith({ part: '/system/user?', verb: 'DELETE' }, 400, { error: { code: 1000, message, context } }),
  })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select One' }))
  await press(page, 'Delete')
  await press(page, 'Delete 1 user')
  await expectMessage('any.batch', { messages: 'One stays.\nThree stays.' })
  await press(page, 'Cancel')
})

test('reports an invitation that cannot be sent', async () => {
  const body = { resource: [{ email: 'nora@example.test', name: 'Nora' }] }
  await send('POST', 'system/user?send_invite=true', { as: root, body })
  const page = await open('/users?filter=nora', {
    through: rejectWith({ part: '/system/user/', verb: 'PATCH' }, 500, 'The mail server is away.'),
  })
  await press(page, 'Actions for Nora')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Send Invite' }))
  await expectMessage('config.refused', { message: 'The mail server is away.' })
})
