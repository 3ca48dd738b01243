import { expect, test } from 'vitest'
import { ownPages } from './home-links.tsx'

const origin = 'https://console.example.test'

test('keeps the default pages for an instance without its own links', () => {
  expect(ownPages(undefined, origin)).toEqual([])
  expect(ownPages([], origin)).toEqual([])
})

test('omits a URL that would run code', () => {
  const links = ['javascript:alert(1)', 'data:text/html,x', ''].map((template) => ({ name: 'bad', template }))
  expect(ownPages(links, origin)).toEqual([])
})

test('shows the name of a link without a label', () => {
  expect(ownPages([{ name: 'Wiki', template: 'https://wiki.example.com/start' }], origin)).toEqual([
    { name: 'Wiki', label: 'Wiki', address: 'https://wiki.example.com/start', inFrame: false },
  ])
})

test('embeds a page of the same origin', () => {
  expect(ownPages([{ name: 'a', label: 'Welcome', template: '/own/welcome.html' }], origin)[0]).toMatchObject({
    label: 'Welcome',
    inFrame: true,
  })
})
