import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { valuesOf } from './icu-code.ts'
import { messagesIn } from './messages-in.ts'

const sources = join(import.meta.dirname, '../../src')
const read = (path: string) => readFileSync(join(sources, path), 'utf8')
const files = globSync('**/*.{ts,tsx}', { cwd: sources }).sort()

/** Returns the catalogues of a language, by folder. */
function catalogues(name: string) {
  return files
    .filter((path) => path.endsWith(`/${name}`))
    .flatMap((path) => {
      const source = read(path)
      const found = messagesIn(source, path)
      return found === null ? [] : [{ path, folder: dirname(path), source, messages: found.messages }]
    })
}

const english = catalogues('messages.ts')
const german = new Map(
  catalogues('messages.de.ts').map(({ folder, messages }) => [
    folder,
    new Map(messages.map(({ name, text }) => [name, text])),
  ]),
)

const used = (text: string) => [...valuesOf(text)].sort().join()

/** Whether a source passes a catalogue on as a whole, as for lists. */
function handsOn(source: string, exported: string): boolean {
  return new RegExp(`^(?!import ).*\\b${exported}\\b(?!\\??\\.)`, 'm').test(source)
}

/** Texts that are the same in German. */
const shared = new Set(
  (
    'Admin|Administrator|Agent|Alias|Alt ↓|API-Operation|App|Apps|Bcc|Big Data|Branch/Tag|Cache|Caching|Cc|Client|Code|Collection|CORS|Demo|' +
    '{day}, {time}|{day}, {from} – {to}|Blog|Cloud|Dashboard|Download|Swagger|Limit {name}|' +
    'DN (Distinguished Name)|Explorer|Filter|Filters|Gold|Host|Import|JSON|LaunchPad|Limit|Limit {max, number}|Limits|' +
    'Log|Matrix|Minute|Name|Navigation|NULL|Operator|Passkeys|Release|Repository|Schema|Schema {schema}|Server|Status|' +
    'Status {status, number}|Tabs|Text|Tool|Tools|Verb|Version|View in {name}|Webhook|Webhooks|{action} ({count, number})|' +
    '{count, number} min|{count, number} × {what}|{count, plural, one {# {one}} other {# {many}}}|' +
    '{first, number}–{last, number}|{name}: {what}|{label} ({count, number})|{label} ({hint})|{label} {word}|{label} {word} {value}|' +
    '{time} in {service}|{time} UTC'
  ).split('|'),
)

describe('the catalogues', () => {
  it('exist, and are complete in German', () => {
    expect(english.length).toBeGreaterThan(10)
    const missing = english.flatMap(({ folder, messages }) =>
      messages.filter(({ name }) => !german.get(folder)?.has(name)).map(({ name }) => `${folder}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('have no German text without an English one', () => {
    const known = new Set(english.flatMap(({ folder, messages }) => messages.map(({ name }) => `${folder}: ${name}`)))
    const more = [...german].flatMap(([folder, texts]) => [...texts.keys()].map((name) => `${folder}: ${name}`))
    expect(more.filter((each) => !known.has(each))).toEqual([])
  })

  it('use the same values in German', () => {
    const other = english.flatMap(({ folder, messages }) =>
      messages
        .filter(({ name, text }) => used(text) !== used(german.get(folder)?.get(name) ?? text))
        .map(({ name }) => `${folder}: ${name}`),
    )
    expect(other).toEqual([])
  })

  it('have no English text in German', () => {
    const same = english.flatMap(({ folder, messages }) =>
      messages
        .filter(({ name, text }) => german.get(folder)?.get(name) === text && !shared.has(text))
        .map(({ name, text }) => `${folder}: ${name} ${text}`),
    )
    expect(same).toEqual([])
  })

  it('have no unused text', () => {
    const texts = files
      .filter((path) => !/\.test\.tsx?$|\/messages\.\w+\.ts$/.test(path))
      .map((path) => ({ path, source: read(path) }))
    const unused = english.flatMap(({ path, folder, source, messages }) => {
      const [, exported = ''] = /export const (\w+) = catalogue/.exec(source) ?? []
      const users = texts.filter(
        (each) =>
          each.path !== path &&
          [...each.source.matchAll(/from '([^']+)\/messages\.ts'/g)].some(
            ([, from = '']) => join(dirname(each.path), from) === folder,
          ),
      )
      return messages
        .filter(() => !users.some((user) => handsOn(user.source, exported)))
        .filter(({ name }) => !users.some((user) => new RegExp(`\\b${exported}\\??\\.${name}\\b`).test(user.source)))
        .map(({ name }) => `${folder}: ${name}`)
    })
    expect(unused).toEqual([])
  })
})
