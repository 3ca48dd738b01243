import { send } from '../instance/send.ts'
import { webAddress } from '../instance/web-address.ts'
import type { AppContext } from './context.ts'

/**
 * Ends the session at the instance and here; here it ends whatever the instance says. Answers where the browser has to go to sign
 * out where the person came from, too; null: nowhere.
 */
export async function signOut({ session }: AppContext): Promise<string | null> {
  const user = session.current()
  if (!user) return null
  const path = user.is_sys_admin ? 'system/admin/session' : 'user/session'
  // A token that is not valid any more, or an instance that is away, does not keep anybody signed in here.
  const answer = await send<{ logout_url?: unknown }>({ verb: 'DELETE', path }).catch(() => null)
  session.signOut()
  const address = answer?.data?.logout_url
  return webAddress(typeof address === 'string' ? address : null)
}
