import { Problem } from '@millwright/contract/problem'
import { appType } from '@millwright/contract/records/app'
import { type AppParts, readAppParts } from '../app-parts.ts'
import type { ZipFile } from './read-zip.ts'

/** An app as described in its package, and its files. */
export interface AppPackage {
  readonly record: Readonly<Record<string, unknown>> & { readonly name: string; readonly type: number }
  /** The container in the description, or `null` if it has none. */
  readonly container: string | null
  readonly files: readonly ZipFile[]
  /** Number of files that are ignored because the app's type stores no files. */
  readonly ignored: number
  readonly parts: AppParts
}

const descriptions = ['description.json', 'app.json']
/** Files that describe services and their tables. */
const furtherParts = ['services.json', 'schema.json', 'data.json']
/** Files of a package that do not belong to the app. */
export const ownNames: readonly string[] = [...descriptions, ...furtherParts]
/** Fields that are imported unchanged. All others of a description belong to the other instance. */
const kept = ['description', 'requires_fullscreen', 'allow_fullscreen_toggle', 'toggle_location'] as const

/** Parses the files of a package (docs/wire/records.md). Throws a 400 if it is invalid. */
export function readAppPackage(files: readonly ZipFile[]): AppPackage {
  const described = descriptions.flatMap((name) => files.find(({ path }) => path === name) ?? [])[0]
  if (described === undefined) throw new Problem(400, 'The package contains no description.json.')
  const fields: Readonly<Record<string, unknown>> = { ...parse(described) }
  const part = (name: string) => {
    const file = files.find(({ path }) => path === name)
    return file === undefined ? undefined : parse(file)
  }
  const parts = readAppParts({
    services: part('services.json'),
    schema: part('schema.json'),
    data: part('data.json'),
  })
  const content = files.filter(({ path }) => !ownNames.includes(path))
  const record = readDescription(fields)
  const stores = record.type === appType.storage
  return {
    record,
    container: text(fields.storage_container),
    files: stores ? content : [],
    ignored: stores ? 0 : content.length,
    parts,
  }
}

function readDescription(fields: Readonly<Record<string, unknown>>): AppPackage['record'] {
  const name = text(fields.api_name) ?? text(fields.name)
  if (name === null) throw new Problem(400, 'The description names no app.')
  const type = fields.type === undefined || fields.type === null ? appType.none : Number(fields.type)
  const own = Object.fromEntries(kept.flatMap((field) => (fields[field] == null ? [] : [[field, fields[field]]])))
  return { ...own, ...place(type, fields), name, type, is_active: fields.is_active ?? fields.active ?? true }
}

function place(type: number, { path, url }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  switch (type) {
    case appType.storage:
      return { path: text(path) ?? text(url) ?? 'index.html' }
    case appType.url:
      return { url: needed(url, 'url') }
    case appType.path:
      return { path: needed(path, 'path') }
    default:
      return {}
  }
}

function needed(value: unknown, name: string): string {
  const textValue = text(value)
  if (textValue === null) throw new Problem(400, `The description names no '${name}', which an app of its type needs.`)
  return textValue
}

/** Converts `To Do list` to `ToDoList`: the default container of an app. */
export function containerName(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'app'
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function parse({ path, bytes }: ZipFile): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw new Problem(400, `The package's ${path} is not a JSON object.`)
}
