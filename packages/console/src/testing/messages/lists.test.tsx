import { deferred } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { rejectWith, respondWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { messageOf } from '../message-catalogue.ts'
import { visit } from '../render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const make = deferred(() => ({ ...instance.make, limit: makeLimit, task: makeTask }))
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })

const tabs = [
  {
    one: 'admin',
    load: 'admins.load',
    noMatch: 'admins.no-match',
    delete: 'admins.delete',
    deleted: 'admins.deleted',
    deleteMany: 'admins.delete-many',
    deletedMany: 'admins.deleted-many',
    leavesAlways: true,
  },
  {
    one: 'user',
    load: 'users.load',
    noAccess: 'users.no-access',
    empty: 'users.empty',
    createFirst: 'users.create-first',
    noMatch: 'users.no-match',
    delete: 'users.delete',
    deleted: 'users.deleted',
    deleteMany: 'users.delete-many',
    deletedMany: 'users.deleted-many',
  },
  {
    one: 'app',
    load: 'apps.load',
    noAccess: 'apps.no-access',
    empty: 'apps.empty',
    createFirst: 'apps.create-first',
    noMatch: 'apps.no-match',
    delete: 'apps.delete',
    deleted: 'apps.deleted',
    deleteMany: 'apps.delete-many',
    further: 'apps.delete-files-of-many',
    deletedMany: 'apps.deleted-many',
  },
  {
    one: 'role',
    load: 'roles.load',
    noAccess: 'roles.load',
    empty: 'roles.empty',
    createFirst: 'roles.create-first',
    noMatch: 'roles.no-match',
    delete: 'roles.delete',
    deleted: 'roles.deleted',
    deleteMany: 'roles.delete-many',
    deletedMany: 'roles.deleted-many',
  },
  {
    one: 'limit',
    load: 'limits.load',
    empty: 'limits.empty',
    createFirst: 'limits.create-first',
    noMatch: 'limits.no-match',
    delete: 'limits.delete',
    deleted: 'limits.deleted',
    deleteMany: 'limits.delete-many',
    deletedMany: 'limits.deleted-many',
    leavesAlways: true,
  },
  {
    one: 'task',
    at: 'scheduler',
    load: 'tasks.load',
    noAccess: 'tasks.no-access',
    empty: 'tasks.empty',
    createFirst: 'tasks.create-first',
    noMatch: 'tasks.no-match',
    delete: 'tasks.delete',
    deleted: 'tasks.deleted',
    deleteMany: 'tasks.delete-many',
    deletedMany: 'tasks.deleted-many',
  },
] as const

const periods = ['minute', 'hour', 'day']

/** Limits of the same kind must not count the same requests. */
async function makeLimit({ name }: { name: string }) {
  const record = { name, type: 'instance', rate: 100_000, period: periods.pop() }
  await send('POST', 'system/limit', { as: root, body: { resource: [record] } })
}

async function makeTask({ name }: { name: string }) {
  const record = { name, service_id: 1, component: 'environment' }
  await send('POST', 'system/scheduler', { as: root, body: { resource: [record] } })
}

describe.each(tabs)('The list of one $one and others', (tab) => {
  const path = 'at' in tab ? `/${tab.at}` : `/${tab.one}s`
  const list = { part: `/system/${'at' in tab ? tab.at : tab.one}?`, verb: 'GET' }
  beforeAll(async () => {
    for (const name of ['Uno', 'Due', 'Tre']) await make[tab.one]({ name })
  })

  test('reports that it failed to load', async () => {
    const { address } = await open(path, { through: rejectWith(list, 500, 'Out of order.') })
    await expectMessage(tab.load)
    if ('leavesAlways' in tab) await waitFor(() => expect(address()).toBe('/home'))
    else expect(address()).toBe(path)
  })

  test('reports missing access and returns home', async () => {
    const { address } = await open(path, { through: rejectWith(list, 403, 'No.') })
    await expectMessage('noAccess' in tab ? tab.noAccess : tab.load)
    await waitFor(() => expect(address()).toBe('/home'))
  })

  if ('empty' in tab)
    test('shows that it is empty', async () => {
      await open(path, { through: respondWith(list, 200, { resource: [], meta: { count: 0 } }) })
      await expectMessage(tab.empty)
      expect(screen.getByRole('button', { name: messageOf(tab.createFirst).text })).toBeTruthy()
    })

  test('shows that nothing matches', async () => {
    await open(`${path}?filter=nobody-of-this-name`)
    await expectMessage(tab.noMatch)
  })

  test('reports deleting one', async () => {
    const { user } = await open(path)
    await user.click(await screen.findByRole('button', { name: 'Actions for Uno' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
    await expectMessage(tab.delete, { name: 'Uno' })
    await user.click(screen.getByRole('button', { name: `Delete ${tab.one}` }))
    await expectMessage(tab.deleted)
  })

  test('reports deleting two', async () => {
    const { user } = await open(path)
    await user.click(await screen.findByRole('checkbox', { name: 'Select Due' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Tre' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await expectMessage(tab.deleteMany)
    await user.click(screen.getByRole('button', { name: `Delete 2 ${tab.one}s` }))
    if ('further' in tab) {
      await expectMessage(tab.further)
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    }
    await expectMessage(tab.deletedMany)
  })
})
