import type { Session } from '@millwright/contract/wire/session'
import type { TestInstance } from './open-test-instance.ts'
import { setPolicy } from './two-step.ts'

/** A session that a program started with an app password of a new root administrator. */
export async function programOfAdmin(instance: TestInstance) {
  const { send, make } = instance
  await setPolicy(instance, 'allowed')
  const admin = await make.admin({ is_root_admin: true })
  const body = { current_password: admin.password, name: 'reports' }
  const made = await send<{ password: string }>('POST', 'user/two_step/app_password', { as: admin, body })
  const { body: session } = await send<Session>('POST', 'system/admin/session', {
    body: { email: admin.email, password: made.body.password },
  })
  return { admin, as: { token: session.session_token ?? '' } }
}
