import {
  type ConfigExport,
  type ConfigFiles,
  type ConfigLayout,
  type ConfigText,
  type ConfigValues,
  configFormat,
  type ExportedConfigRecord,
  escapePlaceholders,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { writeYaml } from './yaml-file.ts'

/** The file that makes a folder one of configuration. */
export const manifestName = 'millwright.yaml'

/**
 * The files of an exported configuration, as path and content, each written when it is asked for. `placeholders`: have `${env:…}` in place of each
 * stored secret, which is left out otherwise.
 */
export function* writtenFiles(
  { records }: Pick<ConfigExport, 'records'>,
  { types }: ConfigLayout,
  { owner, placeholders }: { readonly owner: string; readonly placeholders: boolean },
): Generator<readonly [string, string]> {
  yield [manifestName, writeYaml({ format: configFormat, owner })]
  for (const { type, files: place } of types) {
    const own = records.filter((record) => record.type === type)
    if ('file' in place) {
      const sorted = own.toSorted((one, other) => (one.name < other.name ? -1 : 1))
      const named = sorted.map((record) => [record.name, writtenValues(record, place, placeholders)] as const)
      if (sorted.length > 0) yield [place.file, writeYaml(Object.fromEntries(named))]
    } else {
      const names = own.map(({ name }) => name)
      const paths = place.deep === true ? deepNames(names) : fileNames(names)
      for (const record of own) {
        const { rest, texts } = apart(writtenValues(record, place, placeholders), place.texts ?? [])
        const stem = `${place.folder}/${paths.get(record.name)}`
        yield [`${stem}.yaml`, writeYaml(rest)]
        for (const [ending, text] of texts) yield [`${stem}.${ending}`, text]
      }
    }
  }
}

/** The names of files in folders with the first part of the names. */
function deepNames(names: readonly string[]): ReadonlyMap<string, string> {
  const places = Map.groupBy(names, (name) => name.slice(0, name.indexOf('/')))
  const folders = fileNames([...places.keys()])
  return new Map(
    [...places].flatMap(([place, own]) => {
      const files = fileNames(own.map((name) => name.slice(place.length + 1)))
      return own.map((name) => [name, `${folders.get(place)}/${files.get(name.slice(place.length + 1))}`] as const)
    }),
  )
}

function writtenValues(
  { type, name, values, secrets }: ExportedConfigRecord,
  place: ConfigFiles,
  placeholders: boolean,
): ConfigValues {
  const own = 'folder' in place ? (place.texts ?? []).filter((text) => endingOf(text, values) !== null) : []
  const escaped = Object.entries(values).map(([column, value]) => {
    return [column, own.some((text) => text.column === column) ? value : escapedIn(value)] as const
  })
  const written: Record<string, unknown> = Object.fromEntries(escaped)
  if (placeholders)
    for (const path of secrets) put(written, path.split('.'), `\${env:${variableOf([type, name, path])}}`)
  return written
}

function escapedIn(value: unknown): unknown {
  if (typeof value === 'string') return escapePlaceholders(value)
  if (Array.isArray(value)) return value.map(escapedIn)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapedIn(member)]))
}

function put(within: unknown, [name = '', ...rest]: readonly string[], value: string): void {
  if (Array.isArray(within)) put(within[Number(name)], rest, value)
  if (!isRecord(within)) return
  if (rest.length === 0) within[name] = value
  else {
    within[name] ??= {}
    put(within[name], rest, value)
  }
}

const variableOf = (parts: readonly string[]) =>
  parts
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')

/** The texts that are files of their own, by their ending, and the other members. */
function apart(values: ConfigValues, texts: readonly ConfigText[]) {
  const rest = { ...values }
  const found = texts.flatMap((text): [string, string][] => {
    const ending = endingOf(text, values)
    const content = values[text.column]
    if (ending === null || typeof content !== 'string') return []
    delete rest[text.column]
    return [[ending, content]]
  })
  return { rest, texts: found }
}

/** The ending of the file with a text of a record; `null`: the text is in the file of the record. */
export function endingOf({ ending }: ConfigText, values: ConfigValues): string | null {
  if (typeof ending === 'string') return ending
  const by = String(values[ending.by])
  return Object.hasOwn(ending.endings, by) ? (ending.endings[by] ?? null) : null
}

/** Characters that some file system does not have in names, and the one that marks encoded ones. */
const forbidden = /[\p{Cc}<>:"/\\|?*%]|^\.|[. ]$/gu
/** Names of devices on Windows, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The names of files for some records, by the name of the record: different ones also where case does not count. */
export function fileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    names.toSorted().map((name) => {
      let file = name.replace(forbidden, encoded)
      for (let at = 0; taken.has(folded(file)) || device.test(file); at += 1) {
        const letters = [...name]
        file = letters.map((each, index) => (index <= at ? encoded(each) : each.replace(forbidden, encoded))).join('')
      }
      taken.add(folded(file))
      return [name, file] as const
    }),
  )
}

const folded = (file: string) => file.normalize('NFC').toLowerCase()

function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** The name of the record in a file; `null` if the name of the file is not one that `fileNames` makes. */
export function recordName(file: string): string | null {
  try {
    return decodeURIComponent(file).normalize('NFC')
  } catch {
    return null
  }
}
