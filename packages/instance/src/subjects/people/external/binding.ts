import { randomBytes } from 'node:crypto'
import { apiPrefix } from '@millwright/contract/headers'
import type { ApiRequest } from '../../../request/api-request.ts'

/** Ties sign-ins that other services answer to the browser that began them. It is worth nothing else. */
const cookie = 'millwright-sign-in'
const seconds = 900

export const newBinding = () => randomBytes(24).toString('base64url')

/** Null: the browser has none. */
export function sentBinding({ headers }: Pick<ApiRequest, 'headers'>): string | null {
  const [, value = null] = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{32})(?:;|$)`).exec(headers.cookie ?? '') ?? []
  return value
}

interface CookieOptions {
  /** Below which it is sent. */
  readonly path?: string
  /** Whether it comes along when another site posts a form, which browsers allow over HTTPS only. */
  readonly crossSite?: boolean
}

/** The value of `Set-Cookie`; `origin`: by which the instance was addressed. */
export function bindingCookie(
  binding: string,
  origin: string,
  { path = apiPrefix, crossSite = false }: CookieOptions = {},
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const site = crossSite ? 'None' : 'Lax'
  return `${cookie}=${binding}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${site}${secure}`
}
