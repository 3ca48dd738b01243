import type { Platform } from '@millwright/contract/wire/environment'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ConsoleSettings } from '../instance/settings.ts'
import { externalServer } from '../testing/external-server.ts'
import { visit } from '../testing/render-route.tsx'
import { withPlatform } from '../testing/saying.ts'

const outside = externalServer()
const instance = sharedInstance()
let licenseUrl: string
beforeAll(() => {
  licenseUrl = `${outside.url}/check`
})
const gold: Platform = { license: 'GOLD', license_key: 'KEY-1', aws_instance_id: 'i-1' }
const expired = { status_code: '401', message: 'Expired.', renewal_date: '2020-01-01' }

/** Opens Home on a server whose environment describes another platform. */
async function open(settings: Partial<ConsoleSettings>, platform: Platform = {}, path = '/home') {
  const visited = await visit(instance, path, {
    as: instance.root,
    settings,
    through: withPlatform((own) => ({ ...own, ...platform })),
  })
  return visited
}

const home = () => screen.findByRole('heading', { name: 'Home' })
const banner = /Your subscription has expired/

describe('without configured endpoints', () => {
  test('requests nothing external, whatever the licence', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    await open({}, gold)
    await home()
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })
})

describe('the licence service', () => {
  test.each([
    ['needs none', { license: 'OPEN SOURCE', license_key: 'KEY-1' }],
    ['has a marketplace subscription', { ...gold, license_key: false, aws_product_code: 'a'.repeat(25) }],
  ] as const)('is not requested for an instance that %s', async (_, platform) => {
    outside.answer(200, expired)
    await open({ licenseUrl }, platform)
    await home()
    expect(outside.requests).toEqual([])
    expect(screen.queryByText(banner)).toBeNull()
  })

  test('is not requested without a key, which counts as invalid', async () => {
    await open({ licenseUrl }, { ...gold, license_key: false, aws_instance_id: '' })
    await screen.findByText(banner)
    expect(outside.requests).toEqual([])
  })

  test.each([
    ['refuses in a way that nobody understands', 500, '<h1>Oops</h1>'],
    ['says that all is well', 200, { status_code: 200, msg: 'Paid', disable_ui: 'false' }],
  ])('does not affect the console when it %s', async (_, status, body) => {
    outside.answer(status, body)
    await open({ licenseUrl }, gold)
    await home()
    await waitFor(() => expect(outside.requests).toHaveLength(1))
    expect(screen.queryByText(banner)).toBeNull()
  })

  test('does not affect the console when it is unavailable', async () => {
    await open({ licenseUrl: 'http://127.0.0.1:9/check' }, gold)
    await home()
    expect(screen.queryByText(banner)).toBeNull()
  })

  test('is requested once, with only the key, and an expired subscription is shown on every page', async () => {
    outside.answer(401, expired)
    const { user } = await open({ licenseUrl }, gold)
    await screen.findByText(banner)
    await user.click(screen.getByRole('link', { name: 'Admins' }))
    await screen.findByRole('heading', { name: 'Admins' })
    screen.getByText(banner)
    expect(outside.requests).toHaveLength(1)
    const [request] = outside.requests
    expect(request).toMatchObject({
      method: 'GET',
      path: '/check',
      headers: { 'x-dreamfactory-license-key': 'KEY-1', 'x-dreamfactory-instance-id': 'i-1' },
    })
    for (const secret of ['x-dreamfactory-api-key', 'x-dreamfactory-session-token', 'cookie', 'referer'])
      expect(request?.headers).not.toHaveProperty(secret)
  })

  test('can disable the console', async () => {
    outside.answer(200, { status_code: 401, disable_ui: 'true' })
    const { address } = await open({ licenseUrl }, { ...gold, license: 'SILVER' })
    await screen.findByRole('heading', { name: 'Subscription expired' })
    expect(address()).toBe('/license-expired')
    expect(screen.queryByText(banner)).toBeNull()
    expect(screen.queryByRole('banner')).toBeNull()
  })
})

describe('the feed', () => {
  let notificationsUrl: string
  beforeAll(() => {
    notificationsUrl = `${outside.url}/feed`
  })

  test.each([
    ['is missing', 404, ''],
    ['is empty', 200, { notifications: [] }],
    ['is none', 200, { notifications: 'none' }],
    ['leads nowhere', 200, { notifications: [{ name: 'x', url: 'javascript:alert(1)' }, { name: 'y' }, null] }],
  ])('shows no bell when it %s', async (_, status, body) => {
    outside.answer(status, body)
    await open({ notificationsUrl })
    await home()
    await waitFor(() => expect(outside.requests).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
  })

  test('is shown behind a bell, and its entries open in a new window', async () => {
    outside.answer(200, { notifications: [{ name: 'Version 2', url: 'https://news.test/2', extra: 1 }] })
    const { user } = await open({ notificationsUrl })
    await user.click(await screen.findByRole('button', { name: 'Notifications (1)' }))
    const entry = await screen.findByRole('menuitem', { name: 'Version 2' })
    expect(entry.getAttribute('href')).toBe('https://news.test/2')
    expect(entry.getAttribute('target')).toBe('_blank')
    expect(entry.getAttribute('rel')).toBe('noopener noreferrer')
    expect(outside.requests.map(({ headers }) => headers['x-dreamfactory-session-token'])).toEqual([undefined])
  })
})

test('the subscription link opens in a new window, if it is a link', async () => {
  await open({ subscribeUrl: 'javascript:alert(1)' })
  await home()
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
  await open({ subscribeUrl: 'https://shop.test/' })
  const places = await screen.findByRole('navigation', { name: 'Places' })
  const link = within(places).getByRole('link', { name: 'Subscribe' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://shop.test/', '_blank'])
})
