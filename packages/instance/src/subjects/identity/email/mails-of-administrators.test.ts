import { expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, root, make, parts } = sharedInstance()

/** Whether the newest mail is in the caller's list, and the status of reading it. */
async function seen(as: { token: string }): Promise<[boolean, number]> {
  await parts.background.idle()
  const id = (await parts.outbox.ids()).at(-1)
  const { body } = await send('GET', 'system/outbox', { as })
  return [JSON.stringify(body).includes(String(id)), (await send('GET', `system/outbox/${id}`, { as })).status]
}

it('shows the code for a new password only to the administrator who receives it', async () => {
  const target = await make.admin()
  const other = await make.admin()
  for (const path of ['system/admin/password', 'user/password']) {
    await send('POST', `${path}?reset=true`, { body: { email: target.email } })
    expect(await seen(other)).toEqual([false, 404])
    expect(await seen(root)).toEqual([false, 404])
    expect(await seen(target)).toEqual([true, 200])
  }
})

it('shows invitations of administrators only to root administrators, who can set passwords anyway', async () => {
  const body = { resource: [{ email: 'invited@example.test', name: 'Ina' }] }
  expect((await send('POST', 'system/admin?send_invite=true', { as: root, body })).status).toBe(201)
  expect(await seen(await make.admin())).toEqual([false, 404])
  expect(await seen(root)).toEqual([true, 200])
})

it('shows mails to users to every full administrator', async () => {
  const user = await make.user()
  await send('POST', 'user/password?reset=true', { body: { email: user.email } })
  expect(await seen(await make.admin())).toEqual([true, 200])
})
