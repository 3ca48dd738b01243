import type { FieldMessages } from '@millwright/contract/problem'

const own = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Rejects login page URLs where others could intercept what people type. */
export function loginPageProblem({ custom_login_url: given }: Readonly<Record<string, unknown>>): FieldMessages | null {
  if (typeof given !== 'string' || given.trim() === '') return null
  const url = URL.parse(given)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && own.has(url.hostname))
  if (isSafe && url.username === '' && url.password === '' && url.hash === '') return null
  return {
    custom_login_url: [
      'custom_login_url must begin with https://, or with http:// on this machine, and must have neither a user name nor a #.',
    ],
  }
}
