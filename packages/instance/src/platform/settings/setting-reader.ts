import { isIP } from 'node:net'
import { isRedisAddress } from '../connections/redis.ts'
import { addressesOf } from '../connections/several-hosts.ts'
import { type Environment, type Flags, type Setting, SettingError, type SettingName, settings } from './settings.ts'

const switchTexts: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  on: true,
  '0': false,
  false: false,
  no: false,
  off: false,
}

/** Reads settings by name: flags take precedence over the environment, which takes precedence over fallbacks. Throws `SettingError`. */
export function settingReader(env: Environment, flags: Flags) {
  function lookUp(name: SettingName): string | null {
    const { flag, variable }: Setting = settings[name]
    const said = flags[flag]
    if (typeof said === 'boolean') return said ? '1' : '0'
    return (said ?? env[variable] ?? '').trim() || null
  }

  const text = (name: SettingName): string => lookUp(name) ?? settings[name].fallback

  return {
    text,
    /** `null` if the setting was not given. */
    given: lookUp,
    /** The variables of all settings that were given. */
    allGiven: (): string[] =>
      Object.keys(settings).flatMap((name) =>
        isSettingName(name) && lookUp(name) !== null ? [settings[name].variable] : [],
      ),
    optional: (name: SettingName): string | null => text(name) || null,
    /** `orElse`: what the sentence about another value adds to the bounds. */
    integer(name: SettingName, min: number, max = Number.MAX_SAFE_INTEGER, orElse = ''): number {
      const value = text(name)
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `between ${min} and ${max}`
      throw new SettingError(name, `must be a whole number ${bounds}${orElse}, not "${value}".`)
    },
    switch(name: SettingName): boolean {
      const value = switchTexts[text(name).toLowerCase()]
      if (value === undefined) throw new SettingError(name, `must be 1 or 0, not "${text(name)}".`)
      return value
    },
    oneOf<T extends string>(name: SettingName, choices: readonly T[]): T {
      const value = text(name)
      const choice = choices.find((each) => each.toLowerCase() === value.toLowerCase())
      if (choice === undefined) throw new SettingError(name, `must be ${choices.join(' or ')}, not "${value}".`)
      return choice
    },
    /** Like `url`, with several hosts that fail over to each other: `postgres://one,other/name`. */
    urlOfSeveral(name: SettingName, schemes: readonly string[]): string | null {
      const value = text(name)
      const others = addressesOf(value).filter(
        (each) => !schemes.includes(URL.parse(each)?.protocol.slice(0, -1) ?? ''),
      )
      if (value === '' || others.length === 0) return value.replace(/\/+$/, '') || null
      throw notAnAddress(name, schemes)
    },
    /** Returns the URL without trailing slashes; error messages never repeat it, as it may contain a password. */
    url(name: SettingName, schemes: readonly string[]): string | null {
      const value = text(name)
      if (value === '') return null
      const protocol = URL.parse(value)?.protocol.slice(0, -1)
      if (protocol !== undefined && schemes.includes(protocol)) return value.replace(/\/+$/, '')
      throw notAnAddress(name, schemes)
    },
    /** Returns the address as given; error messages never repeat it, as it may contain a password. */
    redis(name: SettingName): string | null {
      const value = text(name).replace(/\/+$/, '')
      if (value === '' || isRedisAddress(value)) return value || null
      throw new SettingError(name, 'must be an address that begins with redis:// or rediss:// or redis+sentinel://.')
    },
    /** A CSS colour name, #rgb or #rrggbb. */
    colour(name: SettingName): string | null {
      const value = text(name)
      if (value === '' || /^(?:[a-z]+|#(?:[0-9a-f]{3}|[0-9a-f]{6}))$/i.test(value)) return value || null
      throw new SettingError(name, `must be a colour such as red or #c92a2a, not "${value}".`)
    },
    /** IP addresses, and networks such as 10.0.0.0/8. */
    networks(name: SettingName): string[] {
      const list = items(text(name))
      const bad = list.find((item) => !isNetwork(item))
      if (bad !== undefined) throw new SettingError(name, `must list addresses or networks; "${bad}" is neither.`)
      return list
    },
    /** Host names and IP addresses, each with an optional port, and `*`. */
    hosts(name: SettingName): string[] {
      const list = items(text(name)).map((item) => item.toLowerCase())
      const bad = list.find((item) => !/^(?:\*|(?:[a-z0-9_][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?)$/.test(item))
      if (bad !== undefined) throw new SettingError(name, `must list hosts; "${bad}" is not one.`)
      return list
    },
    list: (name: SettingName): string[] => items(text(name)),
    pairs(name: SettingName): { count: number; seconds: number }[] {
      return items(text(name)).map((item) => {
        const [, count, seconds] = /^(\d{1,9})\s*\/\s*(\d{1,9})$/.exec(item) ?? []
        if (Number(count) > 0 && Number(seconds) > 0) return { count: Number(count), seconds: Number(seconds) }
        throw new SettingError(name, `must be written as 10/300, 50/300: failures and seconds, not "${text(name)}".`)
      })
    },
    hex(name: SettingName, minBytes: number): string | null {
      const value = text(name)
      if (value === '') return null
      if (/^(?:[0-9a-f]{2})+$/i.test(value) && value.length >= minBytes * 2) return value.toLowerCase()
      throw new SettingError(name, `must be at least ${minBytes * 2} hexadecimal digits.`)
    },
  }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

const notAnAddress = (name: SettingName, schemes: readonly string[]) =>
  new SettingError(name, `must be an address that begins with ${schemes.map((s) => `${s}://`).join(' or ')}.`)

const items = (list: string) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
