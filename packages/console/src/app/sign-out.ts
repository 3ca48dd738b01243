import { send } from '../instance/send.ts'
import type { AppContext } from './context.ts'

/** Ends the session at the instance and here; here it ends whatever the instance says. */
export async function signOut({ session }: AppContext): Promise<void> {
  const user = session.current()
  if (!user) return
  try {
    await send({ verb: 'DELETE', path: user.is_sys_admin ? 'system/admin/session' : 'user/session' })
  } catch {
    // A token that is not valid any more, or an instance that is away, does not keep anybody signed in here.
  }
  session.signOut()
}
