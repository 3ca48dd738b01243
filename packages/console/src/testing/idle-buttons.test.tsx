import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { expectMessage } from './expect-message.ts'
import { catalogued } from './message-catalogue.ts'
import { visit } from './render-route.tsx'

const instance = await sharedInstance()
const { root, send } = instance

beforeAll(async () => {
  const table = {
    name: 'tool',
    label: 'Tool',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
    ],
  }
  expect((await send('POST', 'db/_schema', { as: root, body: { resource: [table] } })).status).toBe(200)
  await send('POST', 'db/_table/tool', { as: root, body: { resource: [{ name: 'hammer' }] } })
})

/** Buttons that have nothing to act on as a page opens, and what they say then. */
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
  '$path: $button looks disabled, can be reached and says what is missing',
  async ({ path, button: name, message, ...at }) => {
    const { user } = await visit(instance, path, { as: root })
    if ('tab' in at) await user.click(await screen.findByRole('tab', { name: at.tab }))
    if (path.endsWith('tool')) await screen.findByRole('gridcell', { name: 'hammer' })
    const found = await screen.findAllByRole('button', { name })
    const button = found[found.length - 1]
    if (!button) throw new Error(`There is no ${name}.`)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.hasAttribute('disabled')).toBe(false)
    button.focus()
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Enter}')
    await expectMessage(message)
    expect((await screen.findByRole('tooltip')).textContent).toBe(catalogued(message).text)
  },
)

test('pressing elsewhere puts the reason away', async () => {
  const { user } = await visit(instance, '/config/cors', { as: root })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByRole('tooltip')
  await user.click(screen.getByRole('heading', { name: 'Config' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
})
