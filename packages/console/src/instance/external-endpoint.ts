import { currentSettings } from './current-settings.ts'
import { webAddress } from './web-address.ts'

/** The settings that name a host other than the instance which the console may call. */
export type ExternalEndpoint = 'licenseUrl' | 'paywallUrl' | 'notificationsUrl' | 'codeHostUrl'

export interface ExternalResponse {
  readonly status: number
  /** Parsed JSON, or `null` if it is invalid. */
  readonly body: unknown
}

interface OutsideCall {
  /** Path below the configured URL, with a leading slash. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Timeout of requests to external hosts, in milliseconds. */
const patience = 10_000

/**
 * Calls a configured external host, identified by its setting so that no other host can be called. The request contains no credentials of
 * the instance, cookies or referrer. Returns `null` if the host is not configured or does not respond.
 */
export async function callExternal(
  name: ExternalEndpoint,
  { path = '', headers = {}, body }: OutsideCall = {},
): Promise<ExternalResponse | null> {
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
    // The console works without external hosts.
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
