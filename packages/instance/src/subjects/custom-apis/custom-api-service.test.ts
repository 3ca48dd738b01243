import { expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'

const { send, root: as } = sharedInstance()

it('is a 404 until something is published', async () => {
  await send('POST', 'system/custom_api', { as, body: { resource: [{ name: 'shop' }] } })
  expect((await send('GET', 'shop/orders', { as })).status).toBe(404)
  expect((await send('GET', 'shop?as_access_list=true', { as })).body).toEqual({ resource: ['', '*'] })
})
