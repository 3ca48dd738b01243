import type { ServiceResponse } from '@millwright/connector/request'
import { type FieldMessages, Problem } from '@millwright/contract/problem'

const maxTokens = 500
const atOnce = 8

/** Parses the devices in a body: `token`, or a list of `tokens`. Returns `null` if it names none. Throws a 400 if they are invalid. */
export function readTokens(fields: Readonly<Record<string, unknown>>, form: RegExp): readonly string[] | null {
  const { token, tokens } = fields
  if (token === undefined && tokens === undefined) return null
  if (token !== undefined && tokens !== undefined)
    throw new Problem(400, "Only one of 'token' and 'tokens' can be there.")
  const list: readonly unknown[] = Array.isArray(tokens) ? tokens : [token ?? tokens]
  if (list.length === 0 || list.length > maxTokens) {
    throw new Problem(400, `'tokens' must be a list of 1 to ${maxTokens} devices.`)
  }
  return list.map((each) => {
    if (typeof each !== 'string' || !form.test(each)) throw new Problem(400, "A 'token' is not one of a device.")
    return each
  })
}

/** Sends to one device, whose error is thrown, or to several, which get a row each with their error. */
export async function sendToEach(
  tokens: readonly string[],
  isList: boolean,
  send: (token: string) => Promise<object>,
): Promise<ServiceResponse> {
  const [only] = tokens
  if (!isList && only !== undefined) return { status: 200, body: await send(only) }
  const resource: object[] = []
  for (let at = 0; at < tokens.length; at += atOnce) {
    const rows = tokens.slice(at, at + atOnce).map(async (token) => {
      try {
        return { token, ...(await send(token)) }
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        return { token, error: { code: error.status, message: error.message } }
      }
    })
    resource.push(...(await Promise.all(rows)))
  }
  return { status: 200, body: { resource } }
}

/** A validation message for one setting. */
export const complaint = (name: string, sentence: string): FieldMessages => ({ [name]: [`${name} ${sentence}`] })
