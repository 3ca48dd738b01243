import { isRecord } from '@millwright/contract/wire/is-record'

/** A stored configuration. Missing members and members of a wrong type count as not set. */
export type Settings = Readonly<Record<string, unknown>>

/** A non-empty text, otherwise `null`. */
export function textSetting(settings: Settings, name: string): string | null {
  const value = settings[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function numberSetting(settings: Settings, name: string): number | null {
  const value = settings[name]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function flagSetting(settings: Settings, name: string, fallback: boolean): boolean {
  const value = settings[name]
  if (typeof value === 'string') return /^(?:true|1|yes|y|t|on)$/i.test(value.trim())
  return typeof value === 'boolean' ? value : typeof value === 'number' ? value !== 0 : fallback
}

export function textsSetting(settings: Settings, name: string): readonly string[] {
  const value = settings[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each.trim() !== '') : []
}

/** Settings nested in a setting, such as `options`. */
export function groupSetting(settings: Settings, name: string): Settings {
  const value = settings[name]
  return isRecord(value) ? value : {}
}

/** The only schema of the service; `null` for all. `default` stands for the one without a prefix. */
export function schemaSetting(settings: Settings, usual: string): string | null {
  const schema = textSetting(settings, 'schema')
  return schema === 'default' ? usual : schema
}

/** The `attributes` that are named settings. Numeric names are those of another platform's driver, and ignored. */
export function sessionSettings(settings: Settings): [string, string][] {
  return Object.entries(groupSetting(settings, 'attributes')).flatMap(([name, value]) =>
    /^[a-z_][a-z0-9_.]*$/i.test(name) &&
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      ? [[name, String(value)]]
      : [],
  )
}

/** Whether a text names a lookup key, so that its value is not known before a request. */
export function hasLookup(text: string): boolean {
  return /\{[^{}]+\}/.test(text)
}
