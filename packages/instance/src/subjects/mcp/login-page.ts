import type { FieldMessages } from '@millwright/contract/problem'
import { loopbackHosts, redirectRefusal } from '@millwright/contract/wire/redirect-address'

/** Rejects login page URLs where others could intercept what people type. */
export function loginPageProblem({ custom_login_url: given }: Readonly<Record<string, unknown>>): FieldMessages | null {
  if (typeof given !== 'string' || given.trim() === '') return null
  const url = URL.parse(given)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.has(url.hostname))
  if (isSafe && url.username === '' && url.password === '' && url.hash === '') return null
  return {
    custom_login_url: [
      'custom_login_url must begin with https://, or with http:// on this machine, and must have neither a user name nor a #.',
    ],
  }
}

/** Rejects the known client's addresses to which browsers must not be redirected with a code. */
export function redirectsProblem({ redirect_uris: given }: Readonly<Record<string, unknown>>): FieldMessages | null {
  const addresses = (Array.isArray(given) ? given : []).filter((each) => typeof each === 'string')
  const messages = addresses.flatMap((address) => {
    const refusal = redirectRefusal(address)
    return refusal === null ? [] : [`redirect_uris has ${JSON.stringify(address.slice(0, 200))}, ${refusal}`]
  })
  return messages.length === 0 ? null : { redirect_uris: messages }
}
