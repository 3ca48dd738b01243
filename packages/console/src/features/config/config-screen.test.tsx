import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { visit } from '../../testing/render-route.tsx'
import { withPlatform } from '../../testing/saying.ts'

const instance = sharedInstance()
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const views = async () =>
  within(await screen.findByRole('navigation', { name: 'Config views' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
/** Rejects every request with `part` in its URL. */
const refusing = (part: string, message = 'Not today.', verb?: string) => ({
  through:
    (reach: typeof fetch): typeof fetch =>
    (input, init) =>
      String(input).includes(part) && (verb === undefined || init?.method === verb)
        ? Promise.resolve(Response.json({ error: { code: 500, message } }, { status: 500 }))
        : reach(input, init),
})

test('requires signing in, and returns to the tab afterwards', async () => {
  const { address } = await open('/config/cache', { as: null })
  await screen.findByRole('button', { name: 'Login' })
  expect(address()).toBe('/login?to=%2Fconfig%2Fcache')
})

test('hides a view whose data cannot be loaded, and shows that there is nothing at its address', async () => {
  const { user, address } = await open('/config/cors', refusing('system/cors'))
  expect(await screen.findByText('Nothing to show.')).toBeTruthy()
  await waitFor(async () =>
    expect(await views()).toEqual([
      'System Info',
      'Cache',
      'Email Templates',
      'Global Lookup Keys',
      'Webhooks',
      'Outbox',
      'Two-Step Sign-In',
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Back to the first view' }))
  expect(await screen.findByRole('button', { name: 'Copy all as text' })).toBeTruthy()
  expect(address()).toBe('/config')
})

test('shows all views to people who may see them, starting with the first, each at its own address', async () => {
  const { user, address } = await open('/config')
  expect(await screen.findByRole('region', { name: 'Instance' })).toBeTruthy()
  await waitFor(async () =>
    expect(await views()).toEqual([
      'System Info',
      'Cache',
      'CORS',
      'Email Templates',
      'Global Lookup Keys',
      'Webhooks',
      'Outbox',
      'Two-Step Sign-In',
    ]),
  )
  await user.click(screen.getByRole('link', { name: 'Cache' }))
  expect(await screen.findByRole('button', { name: 'Flush System-Wide Cache' })).toBeTruthy()
  expect(address()).toBe('/config/cache')
})

test('shows mails only if the instance announces an outbox', async () => {
  await open('/config', {
    through: withPlatform((own) => ({ ...own, features: ['etag'] })),
  })
  await waitFor(async () =>
    expect(await views()).toEqual(['System Info', 'Cache', 'CORS', 'Email Templates', 'Global Lookup Keys']),
  )
})

test('shows system information, and copies all of it', async () => {
  const { user } = await open('/config/system-info')
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  const region = await screen.findByRole('region', { name: 'Instance' })
  expect(within(region).getByText('sqlite')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Server' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Client' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy all as text' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(written.mock.calls[0]?.[0]).toContain('System Database: sqlite')
})

test('hides the licence key until it is revealed', async () => {
  const { user } = await open('/config/system-info', {
    through: withPlatform((own) => ({ ...own, license: 'SILVER', license_key: 'key-1' })),
  })
  const region = await screen.findByRole('region', { name: 'Instance' })
  expect(within(region).getByText('SILVER')).toBeTruthy()
  expect(within(region).queryByText('key-1')).toBeNull()
  await user.click(within(region).getByRole('button', { name: 'Show: License Key' }))
  expect(within(region).getByText('key-1')).toBeTruthy()
})

test('shows why a cache could not be flushed', async () => {
  const { user } = await open('/config/cache', refusing('system/cache', 'The disk is full.', 'DELETE'))
  await user.click(await screen.findByRole('button', { name: 'Flush System-Wide Cache' }))
  expect((await screen.findAllByText('The disk is full.')).length).toBe(2)
  expect(screen.getByText('Api Error')).toBeTruthy()
})

test('flushes all caches, or the cache of one service', async () => {
  const { user } = await open('/config/cache')
  await user.click(await screen.findByRole('button', { name: 'Flush System-Wide Cache' }))
  expect(await screen.findByText('System-wide cache flushed.')).toBeTruthy()
  const [row] = screen.getAllByRole('button', { name: /^Flush the cache of / })
  if (!row) throw new Error('No service has a cache.')
  const label = row.getAttribute('aria-label')?.replace('Flush the cache of ', '')
  await user.click(row)
  expect(await screen.findByText(`${label} service cache flushed.`)).toBeTruthy()
})

test('finds views and entries through the palette', async () => {
  const { body } = await instance.send<{ resource: { id: number }[] }>('POST', 'system/lookup', {
    as: instance.root,
    body: { resource: [{ name: 'palette_key', value: 'x' }] },
  })
  const { user, address } = await open('/config')
  await screen.findByRole('region', { name: 'Instance' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'cach')
  await user.click(await screen.findByRole('option', { name: /^Cache/ }))
  await waitFor(() => expect(address()).toBe('/config/cache'))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'palette_')
  await user.click(await screen.findByRole('option', { name: /palette_key/ }))
  await waitFor(() => expect(address()).toBe(`/config/lookup-keys/${body.resource[0]?.id}`))
})
