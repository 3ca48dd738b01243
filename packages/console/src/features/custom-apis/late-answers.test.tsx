import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdBack } from '../../testing/holding.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send } = instance
const open = (path: string, through: Parameters<typeof visit>[2]['through']) =>
  visit(instance, path, { as: root, ...(through && { through }) })

type Stored = Readonly<Record<string, unknown>>
const list = async (path: string) => (await send<{ resource: Stored[] }>('GET', path, { as: root })).body.resource
const create = async (collection: string, record: object) => {
  const body = { resource: [record] }
  return (await send<{ resource: { id: number }[] }>('POST', `system/${collection}`, { as: root, body })).body
    .resource[0]?.id
}

/** An API with the sample database as its source. */
async function api(name: string) {
  const id = await create('custom_api', { name, base_path: name })
  const [{ id: service_id } = {}] = await list('system/service?filter=name=sample')
  await create('custom_api_source', { api_id: id, service_id })
  return id
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('an API that is created after its dialog was closed is listed, and not opened', async () => {
  const held = holdBack({ part: 'system/custom_api', verb: 'POST' })
  const { user, address } = await open('/custom-apis', held.through)
  await user.click(await button('New API'))
  const table = await screen.findByLabelText<HTMLSelectElement>(/^Table/)
  await waitFor(() => expect(table.options.length).toBeGreaterThan(1))
  await user.selectOptions(table, 'staff')
  await user.click(await button('Create API'))
  await user.click(await button('Cancel'))
  held.release()
  expect(await screen.findByText('staff-api')).toBeTruthy()
  const [{ id } = {}] = await list('system/custom_api?filter=name=staff-api')
  await waitFor(async () => expect(await list(`system/custom_api_source?filter=api_id=${id}`)).toHaveLength(1))
  expect(address()).toBe('/custom-apis')
})

test('publishes what was saved to be published, although Ctrl+S is pressed meanwhile', async () => {
  const id = await api('twice')
  const held = holdBack({ part: 'system/custom_api_endpoint', verb: 'POST' })
  const { user } = await open(`/custom-apis/${id}/new?start=list&service=sample&table=customer`, held.through)
  await screen.findByLabelText(/^Path/)
  await user.click(await button('Save and publish'))
  await user.keyboard('{Control>}s{/Control}')
  held.release()
  await screen.findByText('Endpoint saved.')
  await waitFor(async () =>
    expect((await list(`system/custom_api?filter=id=${id}`))[0]).toMatchObject({ status: 'published' }),
  )
})
