import { currentSettings } from './current-settings.ts'
import { webAddress } from './web-address.ts'

/** The settings that name a host besides the instance which the console may ask. */
export type ExternalEndpoint = 'licenseUrl' | 'paywallUrl' | 'notificationsUrl' | 'codeHostUrl'

export interface ExternalAnswer {
  readonly status: number
  /** Parsed JSON; null when it is none. */
  readonly body: unknown
}

interface OutsideCall {
  /** Below the configured address; begins with a slash. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Milliseconds after which an outside host counts as silent. */
const patience = 10_000

/**
 * Asks a configured outside host, by the name of its setting so that no other can be asked. It gets neither the credentials
 * of the instance nor cookies nor the address of the page. Null: not configured, or it does not answer.
 */
export async function askExternal(
  name: ExternalEndpoint,
  { path = '', headers = {}, body }: OutsideCall = {},
): Promise<ExternalAnswer | null> {
  const address = webAddress(currentSettings()[name])
  if (address === null) return null
  try {
    const answer = await fetch(path === '' ? address : `${address.replace(/\/+$/, '')}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    })
    return { status: answer.status, body: parsed(await answer.text()) }
  } catch {
    // Whatever is wrong outside, the console works without it.
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
