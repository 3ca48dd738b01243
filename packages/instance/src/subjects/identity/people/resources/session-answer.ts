import { hostname } from 'node:os'
import type { Session } from '@millwright/contract/wire/session'
import { plainSeconds } from '../../../../platform/clock.ts'
import type { CallerUser } from '../../../../request/caller.ts'
import { type CompiledRole, noRole } from '../../../../request/compiled-role.ts'

/** The response to login, reading and refresh. `expires`: Unix time in seconds, absent without a token (HTTP Basic). */
export function sessionAnswer(
  user: CallerUser,
  role: CompiledRole | null,
  token: { readonly token: string; readonly expires: number } | null,
): Session {
  return {
    session_token: token?.token ?? null,
    session_id: token?.token ?? null,
    id: user.id,
    name: user.name,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    is_sys_admin: user.is_sys_admin,
    last_login_date: user.last_login_date,
    host: hostname(),
    ...(token === null ? {} : { token_expiry_date: plainSeconds(token.expires * 1000) }),
    ...(role === null || role.name === noRole.name ? {} : { role: role.name, role_id: role.id }),
    is_root_admin: user.is_root_admin,
    ...(user.language ? { language: user.language } : {}),
  }
}
