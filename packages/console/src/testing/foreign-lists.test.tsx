import { foreignServer } from '@millwright/instance/testing/foreign-server/foreign-server'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance

beforeAll(async () => {
  const roles = [
    { name: 'on', is_active: true, description: 'a = b' },
    { name: 'off', is_active: false, description: 'a is b' },
  ]
  expect((await send('POST', 'system/role', { as: root, body: { resource: roles } })).status).toBe(201)
})

const elsewhere = (path: string) => visit(instance, path, { as: root, through: foreignServer() })
const row = (name: string) => screen.findByRole('link', { name })
const note = /Any character matches in its place/

test('filters a list by active state on a server that compares text', async () => {
  await elsewhere('/roles?where=is_active:is:true')
  await row('on')
  expect(screen.queryByRole('link', { name: 'off' })).toBeNull()
  await elsewhere('/roles?where=is_active:is:false')
  await row('off')
  expect(screen.queryByRole('link', { name: 'on' })).toBeNull()
})

test('searches for a text with an operator there, and notes that it may match more', async () => {
  await elsewhere('/roles?filter=a%20%3D%20b')
  await row('on')
  expect(await screen.findByText(note)).toBeTruthy()
  await visit(instance, '/roles?filter=a%20%3D%20b', { as: root })
  await row('on')
  expect(screen.queryByText(note)).toBeNull()
})

test('explains why a value with an operator cannot be compared there', async () => {
  await elsewhere('/roles?where=description:is:a%20%3E%3D%20b')
  expect(await screen.findByText(/reads =, <, > and “\) or \(” in a value as part/)).toBeTruthy()
})

test('claims nothing about requests from other origins, which that server may answer without an entry', async () => {
  await elsewhere('/config/cors')
  expect(await screen.findByText(/Requests from other origins follow the default of this server/)).toBeTruthy()
  await elsewhere('/home')
  await screen.findByRole('heading', { level: 1 })
  expect(document.body.textContent).not.toMatch(/cross-origin requests are blocked|need an entry/i)
})
