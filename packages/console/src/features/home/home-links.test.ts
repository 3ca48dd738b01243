import { expect, test } from 'vitest'
import { ownPages } from './home-links.ts'

const origin = 'https://console.example.test'

test('an instance without links of its own keeps the usual pages', () => {
  expect(ownPages(undefined, origin)).toEqual([])
  expect(ownPages([], origin)).toEqual([])
})

test('an address that would run something is left out', () => {
  const links = ['javascript:alert(1)', 'data:text/html,x', ''].map((template) => ({ name: 'bad', template }))
  expect(ownPages(links, origin)).toEqual([])
})

test('a link without a label shows its name', () => {
  expect(ownPages([{ name: 'Wiki', template: 'https://wiki.example.com/start' }], origin)).toEqual([
    { name: 'Wiki', label: 'Wiki', address: 'https://wiki.example.com/start', inFrame: false },
  ])
})

test('a page of the same origin is shown inside', () => {
  expect(ownPages([{ name: 'a', label: 'Welcome', template: '/own/welcome.html' }], origin)[0]).toMatchObject({
    label: 'Welcome',
    inFrame: true,
  })
})
