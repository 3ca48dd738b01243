import { expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { programOfAdmin } from '../../../testing/two-step.ts'

const instance = sharedInstance()
const { send, root, make } = instance

const storage = (name: string, container: string) => ({
  body: { name, label: name, type: 'local_file', is_active: true, config: { container, public_path: ['secret'] } },
})

it('App passwords do not publish files that others keep, by a new service, a changed one or one that moves', async () => {
  const { as } = await programOfAdmin(instance)
  await send('POST', 'files/secret/', { as: root })
  await send('POST', 'files/secret/plan.txt', { as: root, body: 'plan' })
  const path = `system/service/${await make.serviceId('files')}`
  const shown = { config: { public_path: ['secret'] } }
  expect((await send('PATCH', path, { as, body: shown })).status).toBe(403)
  const refusal = async (...request: Parameters<typeof send>) => JSON.stringify((await send(...request)).body)
  const because = "The service 'files' stores its data there"
  expect(await refusal('POST', 'system/service', { as, ...storage('other', 'files') })).toContain(because)
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    as,
    ...storage('own', 'of programs'),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const moved = { config: { container: 'files' } }
  const own = `system/service/${made.body.resource[0].id}`
  expect(await refusal('PATCH', own, { as, body: moved })).toContain(because)
  for (const name of ['files', 'other', 'own'])
    expect((await send('GET', `/${name}/secret/plan.txt`)).status).not.toBe(200)
  expect((await send('PATCH', path, { as, body: { label: 'Files' } })).status).toBe(200)
})
