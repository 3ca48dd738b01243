import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { expectMessage } from './expect-message.ts'
import { messageOf } from './message-catalogue.ts'
import { type Visit, visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance

beforeAll(async () => {
  const id = { name: 'id', type: 'id' }
  const refer = (table: string) => ({
    name: `${table}_id`,
    type: 'reference',
    ref_table: table,
    ref_field: 'id',
  })
  const tables = [
    { name: 'tool', label: 'Tool', field: [id, { name: 'name', type: 'string', length: 40 }] },
    { name: 'shelf', label: 'Shelf', field: [id, { name: 'name', type: 'string', length: 40 }] },
    { name: 'placing', label: 'Placing', field: [id, refer('tool'), refer('shelf')] },
  ]
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: tables } })).status).toBe(200)
  await send('POST', 'db/_table/tool', { as: root, body: { resource: [{ name: 'hammer' }] } })
})

/** Buttons that have nothing to act on when a page opens, with their reasons. */
const idle = [
  { path: '/config/cors', button: 'Save', message: 'cors.none' },
  { path: '/config/email-templates', button: 'Save', message: 'templates.none' },
  { path: '/config/lookup-keys', button: 'Save', message: 'lookups.none' },
  { path: '/data/db/tool', button: 'Save', message: 'data.nothing-to-save' },
  { path: '/data/db/tool', button: 'Delete', message: 'data.nothing-to-delete' },
  { path: '/data/db/tool?record=1', button: 'Save', message: 'data.nothing-to-save' },
  { path: '/package-manager', button: 'Export', message: 'packages.nothing' },
  { path: '/package-manager', tab: 'Import Package', button: 'Import', message: 'packages.no-file' },
  { path: '/package-manager', tab: 'Import Package', button: 'Show Plan', message: 'packages.no-file' },
] as const

test.each(idle)(
  '$path: $button looks disabled, is focusable and shows what is missing',
  async ({ path, button: name, message, ...at }) => {
    const { user } = await visit(instance, path, { as: root })
    if ('tab' in at) await user.click(await screen.findByRole('tab', { name: at.tab }))
    if (path.endsWith('tool')) await screen.findByRole('gridcell', { name: 'hammer' })
    const found = await screen.findAllByRole('button', { name })
    await pressIdle(user, found[found.length - 1], messageOf(message).text)
    await expectMessage(message)
  },
)

/** Presses a button that must look disabled, be focusable and show the reason. */
async function pressIdle(user: Visit['user'], button: HTMLElement | undefined, reason: string): Promise<void> {
  if (!button) throw new Error('There is no such button.')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.hasAttribute('disabled')).toBe(false)
  button.focus()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('tooltip')).textContent).toBe(reason)
}

test('saves the two-step sign-in policy only if another one is chosen', async () => {
  const { user } = await visit(instance, '/config/two-step', { as: root })
  const save = await screen.findByRole('button', { name: 'Save' })
  await screen.findByRole('radio', { name: /^Off/, checked: true })
  await pressIdle(user, save, 'No changes to save.')
  await user.click(screen.getByRole('radio', { name: /^Optional/ }))
  expect(save.hasAttribute('aria-disabled')).toBe(false)
  await user.click(screen.getByRole('radio', { name: /^Off/ }))
  await pressIdle(user, save, 'No changes to save.')
})

test('unlinks related records only if some are selected', async () => {
  const { user } = await visit(instance, '/data/db/tool?record=1&section=related', { as: root })
  await user.selectOptions(
    await screen.findByLabelText('Related Child Table', { selector: 'select' }),
    'shelf_by_placing',
  )
  const related = within(screen.getByRole('region', { name: 'Related Child Table' }))
  await pressIdle(user, await related.findByRole('button', { name: 'Unlink' }), 'No records selected to unlink.')
})

test('hides the reason on a click elsewhere', async () => {
  const { user } = await visit(instance, '/config/cors', { as: root })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByRole('tooltip')
  await user.click(screen.getByRole('heading', { name: 'Config' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
})
