import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

test('greets the user, and has four pages, each one click away', async () => {
  const instance = await testInstance()
  const { user, address } = await visit(instance, '/home', { as: instance.root })
  expect(await screen.findByRole('heading', { name: 'Welcome, Root' })).toBeTruthy()
  const pages = screen.getAllByRole('tab').map((tab) => tab.textContent)
  expect(pages).toEqual(['Welcome', 'Quickstart', 'Resources', 'Download'])
  await user.click(screen.getByRole('tab', { name: 'Quickstart' }))
  expect(await screen.findByRole('heading', { name: 'First requests' })).toBeTruthy()
  expect(address()).toBe('/home?page=quickstart')
})

test('says whether anyone else has an account', async () => {
  const instance = await testInstance()
  await visit(instance, '/home', { as: instance.root })
  const card = async () => (await screen.findByRole('heading', { name: /Invite a colleague/ })).textContent
  expect(await card()).not.toContain('other')
  await instance.make.admin()
  await visit(instance, '/home', { as: instance.root })
  await waitFor(async () => expect(await card()).toContain('1 other person'))
})

test('links counts to their lists', async () => {
  const instance = await testInstance()
  await instance.make.role({ name: 'Readers' })
  const { user, address } = await visit(instance, '/home', { as: instance.root })
  await waitFor(() => expect(screen.getByRole('link', { name: 'Roles 1' })).toBeTruthy())
  await waitFor(() => expect(screen.getByRole('link', { name: /Create a role/ }).textContent).toContain('(done)'))
  await user.click(screen.getByRole('link', { name: 'Roles 1' }))
  await waitFor(() => expect(address()).toBe('/roles'))
})

test('leaves the place of a count empty if it cannot be loaded', async () => {
  const instance = await testInstance()
  await visit(instance, '/home', {
    as: instance.root,
    through: (reach) => (input, init) =>
      String(input).includes('include_count')
        ? Promise.resolve(Response.json({ error: { code: 403, message: 'No.' } }, { status: 403 }))
        : reach(input, init),
  })
  const counters = await screen.findByRole('list', { name: 'Overview' })
  expect(within(counters).getByRole('link', { name: 'Users' })).toBeTruthy()
  expect(await screen.findByText('0 of 4 done')).toBeTruthy()
})

test('shows an app’s key in a command only on demand', async () => {
  const instance = await testInstance()
  const app = await instance.make.app({ name: 'Shop' })
  const key = String(app.api_key)
  const { user } = await visit(instance, '/home?page=quickstart', { as: instance.root })
  const show = await screen.findByLabelText<HTMLInputElement>('Include its API key')
  expect(show.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'App: No app chosen' }))
  await user.click(await screen.findByRole('option', { name: /^Shop/ }))
  expect(document.body.textContent).toContain('YOUR_API_KEY')
  expect(document.body.textContent).not.toContain(key)
  await user.click(show)
  await waitFor(() => expect(document.body.textContent).toContain(key))
})

test.each(['resources', 'download'])('has content on the page %s', async (page) => {
  const instance = await testInstance()
  await visit(instance, `/home?page=${page}`, { as: instance.root })
  const panel = await screen.findByRole('tabpanel')
  expect(within(panel).getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1)
  expect(panel.querySelector('a[href^="http"]')).toBeNull()
})

test('shows the pages that an instance configures instead', async () => {
  const instance = await testInstance()
  await visit(instance, '/home', {
    as: instance.root,
    through: (reach) => async (input, init) => {
      const answer = await reach(input, init)
      if (!String(input).includes('system/environment')) return answer
      const environment: object = await answer.json()
      const home_links = [
        { name: 'wiki', label: 'Our Wiki', template: 'https://wiki.example.com/' },
        { name: 'Plain', template: '/own.html' },
      ]
      return Response.json({ ...environment, home_links })
    },
  })
  expect(await screen.findByRole('tab', { name: 'Our Wiki' })).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Our Wiki', 'Plain'])
  expect(screen.getByRole('link', { name: 'Open Our Wiki' }).getAttribute('rel')).toContain('noopener')
})
