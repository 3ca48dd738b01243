import { randomBytes } from 'node:crypto'
import { basePathOf } from '../../../../platform/base-path.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'

const seconds = 900

/** The attributes of the cookie that binds an external sign-in to the browser that started it. It has no other use. */
export interface BindingPlace {
  /** Scheme, host and base path of the request. */
  readonly origin: string
  /** Whether the cookie is also sent when another site posts a form, which browsers allow over HTTPS only. */
  readonly crossSite?: boolean
}

export const newBinding = () => randomBytes(24).toString('base64url')

/** `null` if the browser sent none. */
export function sentBinding({ headers }: Pick<ApiRequest, 'headers'>, place: BindingPlace): string | null {
  const cookie = new RegExp(`(?:^|;\\s*)${nameAt(place)}=([\\w-]{32})(?:;|$)`)
  const [, value = null] = cookie.exec(headers.cookie ?? '') ?? []
  return value
}

/** The value of `Set-Cookie`. */
export function bindingCookie(binding: string, place: BindingPlace): string {
  const site = place.crossSite ? 'None' : 'Lax'
  const secure = isSecure(place) ? '; Secure' : ''
  return `${nameAt(place)}=${binding}; Path=${basePathOf(place.origin) || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=${site}${secure}`
}

/**
 * Browsers accept the `__Host-` prefix only from the host itself over HTTPS, so that no other host of the domain can set the cookie, and only
 * for all of its paths.
 */
const nameAt = (place: BindingPlace) =>
  `${isSecure(place) ? (basePathOf(place.origin) === '' ? '__Host-' : '__Secure-') : ''}millwright-sign-in${place.crossSite ? '-posted' : ''}`

const isSecure = ({ origin }: BindingPlace) => origin.startsWith('https:')
