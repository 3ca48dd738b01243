import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send, make } = instance

async function made(collection: string, record: object, as: object): Promise<number> {
  const { status, body } = await send<{ resource: [{ id: number }] }>('POST', collection, {
    ...as,
    body: { resource: [record] },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.resource[0].id
}

const task = async (name: string, as: object) =>
  made('system/scheduler', { name, service_id: await make.serviceId('system'), component: 'role', frequency: 60 }, as)
const service = (name: string, as: object) =>
  made('system/service', { name, label: name, type: 'nodejs', is_active: true, config: { content: 'return 1' } }, as)

test("shows whose access a restricted administrator's script or task has, and what happens without it", async () => {
  const { id, ...as } = await restrictedAdmin(instance, ['scheduler', 'services', 'scripts'])
  const one = await task('theirs', as)
  const two = await service('theirs', as)
  const body = { type: 'nodejs', content: 'return 1' }
  expect((await send('POST', 'system/event_script/db.get', { ...as, body })).status).toBe(201)
  await visit(instance, `/scheduler/${one}?section=config`, { as: root })
  expect(await screen.findByText(/Runs with the access of its author, Restricted/)).toBeTruthy()
  await visit(instance, `/services/${two}?section=config`, { as: root })
  expect((await screen.findAllByText(/Runs with the access of its author, Restricted/)).length).toBeGreaterThan(0)
  await send('DELETE', `system/admin/${id}`, { as: root })
  await visit(instance, `/scheduler/${one}?section=config`, { as: root })
  expect(await screen.findByText(/The author of this task no longer exists/)).toBeTruthy()
})

test("shows no author for a full administrator's script or task", async () => {
  await visit(instance, `/scheduler/${await task('own', { as: root })}?section=config`, { as: root })
  await screen.findByLabelText(/^Service/)
  expect(screen.queryByText(/Runs with the access of its author,/)).toBeNull()
})
