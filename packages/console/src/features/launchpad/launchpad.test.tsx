import type { Environment, EnvironmentApp } from '@millwright/contract/wire/environment'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'
import { launchableApps } from './launchpad-screen.tsx'

const instance = sharedInstance()
const app = (id: number, name: string, url: string): EnvironmentApp => ({
  id,
  name,
  url,
  description: null,
  is_default: false,
})

/** Opens the launchpad of a server that lists these apps; with `undefined`, the environment has no list. */
function open(apps: EnvironmentApp[] | undefined) {
  return visit(instance, '/launchpad', {
    as: instance.root,
    through: (reach) => async (input, init) => {
      const answer = await reach(input, init)
      if (!String(input).includes('system/environment')) return answer
      const { apps: _, ...environment }: Environment = await answer.json()
      return Response.json({ ...environment, ...(apps && { apps }) })
    },
  })
}

test('shows only apps with a web URL, and the console', () => {
  const apps = [app(1, 'shop', 'https://shop.test'), app(2, 'bad', 'javascript:alert(1)'), app(3, 'api', '')]
  expect(launchableApps([...apps, app(4, 'admin', '')]).map(({ name, address }) => [name, address])).toEqual([
    ['shop', 'https://shop.test'],
    ['admin', '/home'],
  ])
  expect(launchableApps(undefined)).toEqual([])
})

test.for([
  ['file_manager', '/file-manager'],
  ['api_docs', '/apidocs'],
] as const)(
  '%s opens a tab of this console for people who have it, and otherwise the page of the server, or nothing',
  ([name, tab]) => {
    const own = app(1, name, 'https://api.test/page')
    const opened = (apps: readonly EnvironmentApp[], tabs: readonly string[]) => launchableApps(apps, tabs)[0]?.address
    expect(opened([own], [])).toBe('https://api.test/page')
    expect(opened([own], [tab])).toBe(tab)
    expect(opened([own, app(2, 'admin', '')], ['/home'])).toBe('https://api.test/page')
    expect(opened([own, app(2, 'admin', '')], [tab])).toBe(tab)
    const here = app(1, name, `http://127.0.0.1:8080${tab}`)
    expect(opened([here], [])).toBeUndefined()
    expect(opened([here, app(2, 'admin', '')], ['/home'])).toBe('/home')
    expect(opened([here, app(2, 'admin', '')], [tab])).toBe(tab)
  },
)

test('refers people without apps to an administrator', async () => {
  await open([])
  expect((await screen.findByText('There are no active apps for you yet')).parentElement?.textContent).toMatch(
    /contact your administrator/i,
  )
})

test.for([
  [['shop'], 'shop'],
  [['shop', 'till'], 'shop, till'],
] as const)('shows people whose apps have no page which ones they have: %s', async ([names, told]) => {
  await open(names.map((name, at) => app(at + 1, name, '')))
  const title = await screen.findByText('Your apps have no page to open')
  expect(title.parentElement?.textContent).toContain(`You have access to ${told}, but no launch address is set.`)
})

test('without a list of apps, offers to retry, and refers to an administrator', async () => {
  await open(undefined)
  const warning = await screen.findByRole('alert')
  expect(warning.textContent).toMatch(/configuration could not be loaded.*contact your administrator/i)
  screen.getByRole('button', { name: 'Try again' })
})

test('opens an app in a new window, and the console in place', async () => {
  const { user, address } = await open([app(1, 'shop', 'https://shop.test/'), app(2, 'admin', 'http://x.test/')])
  const shop = await screen.findByRole('link', { name: /shop/ })
  expect([shop.getAttribute('href'), shop.getAttribute('target')]).toEqual(['https://shop.test/', '_blank'])
  const admin = screen.getByRole('link', { name: 'admin' })
  expect(admin.getAttribute('target')).toBeNull()
  await user.click(admin)
  await screen.findByRole('heading', { name: 'Home' })
  expect(address()).toBe('/home')
})
