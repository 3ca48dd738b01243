import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rejectWith } from '../answering.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

const views = [
  {
    view: 'cors',
    one: 'CORS entry',
    name: /^Path/,
    none: 'cors.none',
    defaultName: 'cors.default-name',
    nameMissing: 'cors.name-missing',
    created: 'cors.created',
    updated: 'cors.updated',
    delete: 'cors.delete',
    deleted: 'cors.deleted',
  },
  {
    view: 'email-templates',
    one: 'email template',
    name: /^Template Name/,
    none: 'templates.none',
    defaultName: 'templates.default-name',
    nameMissing: 'templates.name-missing',
    created: 'templates.created',
    updated: 'templates.updated',
    delete: 'templates.delete',
    deleted: 'templates.deleted',
  },
  {
    view: 'lookup-keys',
    one: 'lookup key',
    name: /^Name/,
    none: 'lookups.none',
    defaultName: 'lookups.default-name',
    nameMissing: 'lookups.name-missing',
    created: 'lookups.created',
    updated: 'lookups.updated',
    delete: 'lookups.delete',
    deleted: 'lookups.deleted',
  },
] as const

describe.each(views)('Config, $view', ({ view, one, name, ...ids }) => {
  const path = `/config/${view}`

  test('reports that nothing is selected to save', async () => {
    await press(await open(path), 'Save')
    await expectMessage(ids.none)
  })

  test('confirms creation, changes and deletion of an entry', async () => {
    const page = await open(`${path}/new-1`)
    await press(page, 'Save')
    await expectMessage(ids.defaultName)
    await page.user.clear(await field(name))
    await press(page, 'Save')
    await expectMessage(ids.nameMissing)
    await page.user.type(await field(name), 'mine')
    await press(page, 'Save')
    await expectMessage(ids.created)

    await screen.findByRole('button', { name: 'Update' })
    await page.user.type(await field(name), '2')
    await page.user.click(screen.getByRole('link', { name: 'Cache' }))
    await expectMessage('editor.leave')
    await press(page, 'Keep editing')
    await press(page, 'Update')
    await expectMessage(ids.updated)

    await press(page, 'Delete')
    await expectMessage(ids.delete, { name: 'mine2' })
    await press(page, `Delete ${one}`)
    await expectMessage(ids.deleted)
  })

  test('reports a rejected entry', async () => {
    const collection = { cors: 'cors', 'email-templates': 'email_template', 'lookup-keys': 'lookup' }[view]
    const page = await open(`${path}/new-2`, {
      through: rejectWith({ part: `/system/${collection}`, verb: 'POST' }, 500, 'Out of order.'),
    })
    await page.user.clear(await field(name))
    await page.user.type(await field(name), 'mine')
    await press(page, 'Save')
    await expectMessage('config.refused', { message: 'Out of order.' })
  })
})

describe('Config, Cache', () => {
  test('reports flushing everything, one service, and a failure', async () => {
    const page = await open('/config/cache')
    await press(page, 'Flush System-Wide Cache')
    await expectMessage('cache.all')
    const [button] = screen.getAllByRole('button', { name: /^Flush the cache of / })
    const label = button?.getAttribute('aria-label')?.replace('Flush the cache of ', '') ?? ''
    expect(label).not.toBe('')
    await press(page, `Flush the cache of ${label}`)
    await expectMessage('cache.one', { label })

    const refused = await open('/config/cache', {
      through: rejectWith({ part: '/system/cache', verb: 'DELETE' }, 500, 'The disk is full.'),
    })
    await press(refused, 'Flush System-Wide Cache')
    await expectMessage('config.refused', { message: 'The disk is full.' })
  })
})
