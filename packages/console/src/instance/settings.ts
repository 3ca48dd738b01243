import { apiPrefix } from '@millwright/contract/headers'

/** What `millwright.json` beside the console says; nothing of it is compiled in. */
export interface ConsoleSettings {
  /** Address of the instance without the prefix; empty: where the console came from. */
  instanceUrl: string
  apiPrefix: string
  apiKey: string
  name: string
  colour: string
  readOnly: boolean
  /** Outside addresses; empty: the feature is off and nothing leaves the instance. */
  licenseUrl: string
  paywallUrl: string
  notificationsUrl: string
  subscribeUrl: string
  codeHostUrl: string
}

export const defaultSettings: ConsoleSettings = {
  instanceUrl: '',
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

/** Settings from the parsed file; unknown members and wrong types are passed over. */
export function readSettings(file: unknown): ConsoleSettings {
  if (typeof file !== 'object' || file === null) return defaultSettings
  const given = new Map<string, unknown>(Object.entries(file))
  const text = (name: keyof ConsoleSettings, fallback: string) => {
    const value = given.get(name)
    return typeof value === 'string' ? value : fallback
  }
  return {
    instanceUrl: text('instanceUrl', '').replace(/\/+$/, ''),
    apiPrefix: text('apiPrefix', apiPrefix).replace(/\/+$/, ''),
    apiKey: text('apiKey', ''),
    name: text('name', ''),
    colour: text('colour', ''),
    readOnly: given.get('readOnly') === true,
    licenseUrl: text('licenseUrl', ''),
    paywallUrl: text('paywallUrl', ''),
    notificationsUrl: text('notificationsUrl', ''),
    subscribeUrl: text('subscribeUrl', ''),
    codeHostUrl: text('codeHostUrl', ''),
  }
}

/** Reads `millwright.json` from beside the console; without one, the console speaks to where it came from. */
export async function loadSettings(fetch: typeof globalThis.fetch): Promise<ConsoleSettings> {
  try {
    const answer = await fetch('/millwright.json', { headers: { Accept: 'application/json' } })
    return answer.ok ? readSettings(await answer.json()) : defaultSettings
  } catch {
    return defaultSettings
  }
}
