import { randomBytes } from 'node:crypto'
import type { ApiRequest } from '../../../request/api-request.ts'

const seconds = 900

/** Where the cookie goes that ties a sign-in, which another service answers, to the browser that began it. It is worth nothing else. */
export interface BindingPlace {
  /** By which the instance was addressed. */
  readonly origin: string
  /** Whether it comes along when another site posts a form, which browsers allow over HTTPS only. */
  readonly crossSite?: boolean
}

export const newBinding = () => randomBytes(24).toString('base64url')

/** Null: the browser has none. */
export function sentBinding({ headers }: Pick<ApiRequest, 'headers'>, place: BindingPlace): string | null {
  const cookie = new RegExp(`(?:^|;\\s*)${nameAt(place)}=([\\w-]{32})(?:;|$)`)
  const [, value = null] = cookie.exec(headers.cookie ?? '') ?? []
  return value
}

/** The value of `Set-Cookie`. */
export function bindingCookie(binding: string, place: BindingPlace): string {
  const site = place.crossSite ? 'None' : 'Lax'
  const secure = isSecure(place) ? '; Secure' : ''
  return `${nameAt(place)}=${binding}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${secure}`
}

/** Browsers take a name with the prefix from this very host over HTTPS only: no other name of its domain can plant a cookie. */
const nameAt = (place: BindingPlace) =>
  `${isSecure(place) ? '__Host-' : ''}millwright-sign-in${place.crossSite ? '-posted' : ''}`

const isSecure = ({ origin }: BindingPlace) => origin.startsWith('https:')
