import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

test('the home page greets, and its four pages are one press away', async () => {
  const instance = await testInstance()
  const { user, address } = await visit(instance, '/home', { as: instance.root })
  expect(await screen.findByRole('heading', { name: 'Welcome, Root' })).toBeTruthy()
  const pages = screen.getAllByRole('tab').map((tab) => tab.textContent)
  expect(pages).toEqual(['Welcome', 'Quickstart', 'Resources', 'Download'])
  await user.click(screen.getByRole('tab', { name: 'Quickstart' }))
  expect(await screen.findByRole('heading', { name: 'Three calls to begin with' })).toBeTruthy()
  expect(address()).toBe('/home?page=quickstart')
})

test('a next step ticks itself when it is done', async () => {
  const instance = await testInstance()
  await visit(instance, '/home', { as: instance.root })
  const step = await screen.findByRole('link', { name: /Invite a colleague/ })
  expect(step.textContent).not.toContain('(done)')
})

test('with a second administrator nobody has to be invited', async () => {
  const instance = await testInstance()
  await instance.make.admin()
  await visit(instance, '/home', { as: instance.root })
  await waitFor(() => expect(screen.getByRole('link', { name: /Invite a colleague/ }).textContent).toContain('(done)'))
})

test('an instance can have pages of its own instead', async () => {
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
