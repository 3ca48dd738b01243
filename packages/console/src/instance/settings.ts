import { apiPrefix } from '@millwright/contract/headers'
import { basePath } from './base-path.ts'

/** The content of `millwright.json` next to the console; none of it is compiled in. */
export interface ConsoleSettings {
  /** URL of the instance without the prefix; empty for the console's own origin, or its path there. */
  instanceUrl: string
  /** URL of the instance for other programs, if the console's origin only relays to it; empty otherwise. */
  relayedUrl: string
  apiPrefix: string
  apiKey: string
  name: string
  colour: string
  readOnly: boolean
  /** URLs of external hosts; empty disables the feature, so that nothing leaves the instance. */
  licenseUrl: string
  paywallUrl: string
  notificationsUrl: string
  subscribeUrl: string
  codeHostUrl: string
}

export const defaultSettings: ConsoleSettings = {
  instanceUrl: '',
  relayedUrl: '',
  apiPrefix,
  apiKey: '',
  name: '',
  colour: '',
  readOnly: false,
  licenseUrl: '',
  paywallUrl: '',
  notificationsUrl: '',
  subscribeUrl: '',
  codeHostUrl: '',
}

/** Reads settings from the parsed file; ignores unknown members and wrong types. */
export function readSettings(file: unknown): ConsoleSettings {
  if (typeof file !== 'object' || file === null) return defaultSettings
  const fields = new Map<string, unknown>(Object.entries(file))
  const text = (name: keyof ConsoleSettings, fallback: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : fallback
  }
  return {
    instanceUrl: text('instanceUrl', '').replace(/\/+$/, ''),
    relayedUrl: text('relayedUrl', '').replace(/\/+$/, ''),
    apiPrefix: text('apiPrefix', apiPrefix).replace(/\/+$/, ''),
    apiKey: text('apiKey', ''),
    name: text('name', ''),
    colour: text('colour', ''),
    readOnly: fields.get('readOnly') === true,
    licenseUrl: text('licenseUrl', ''),
    paywallUrl: text('paywallUrl', ''),
    notificationsUrl: text('notificationsUrl', ''),
    subscribeUrl: text('subscribeUrl', ''),
    codeHostUrl: text('codeHostUrl', ''),
  }
}

/** Loads `millwright.json` from the console's own location; without one, the instance is the console's origin. */
export async function loadSettings(fetch: typeof globalThis.fetch): Promise<ConsoleSettings> {
  try {
    const answer = await fetch(`${basePath}/millwright.json`, { headers: { Accept: 'application/json' } })
    return answer.ok ? readSettings(await answer.json()) : defaultSettings
  } catch {
    return defaultSettings
  }
}
