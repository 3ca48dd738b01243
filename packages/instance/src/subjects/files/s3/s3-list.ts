import { isDeepStrictEqual } from 'node:util'
import { isSingle, type StoredEntry } from '../../../gateway/ports/file-storage.ts'
import { unavailable } from '../unavailable.ts'
import type { S3Client } from './s3-client.ts'
import { readXml, rowsIn, textIn, type XmlContent } from './s3-xml.ts'

interface Page {
  readonly objects: readonly { readonly key: string; readonly size: number; readonly modified: number }[]
  /** Of all keys that go on with a slash: as far as there. */
  readonly folders: readonly string[]
}

interface Asked {
  readonly prefix: string
  /** Folders as one each, instead of all that is in them. */
  readonly flat: boolean
  /** Objects a page; a thousand, unless told. */
  readonly most?: number
}

type Query = Readonly<Record<string, string>>

/** What keys begin so, a thousand at a time. Fails with 503 when a store does not say how its list goes on. */
export async function* pages(client: S3Client, { prefix, flat, most = 1000 }: Asked): AsyncGenerator<Page> {
  const asked = { prefix, 'encoding-type': 'url', 'max-keys': String(most), ...(flat ? {} : { delimiter: '/' }) }
  let from: Query | null = { 'list-type': '2' }
  do {
    const { content } = readXml(await client.read({ method: 'GET', query: { ...asked, ...from } }))
    const page = readPage(content)
    yield page
    const next = textIn(content, 'IsTruncated') === 'true' ? goesOn(content, page) : null
    if (next !== null && isDeepStrictEqual(next, from))
      throw unavailable(client.settings.where, 'its lists have no end.')
    from = next
  } while (from !== null)
}

/** Stores that know the first kind of lists only answer with one, whichever was asked for. */
function goesOn(content: XmlContent, { objects, folders }: Page): Query {
  const token = textIn(content, 'NextContinuationToken')
  if (token !== '') return { 'list-type': '2', 'continuation-token': token }
  const last = [objects.at(-1)?.key ?? '', folders.at(-1) ?? ''].sort(byBytes).at(-1) ?? ''
  return { marker: namesOf(content)(textIn(content, 'NextMarker')) || last }
}

function readPage(content: XmlContent): Page {
  const name = namesOf(content)
  return {
    objects: rowsIn(content, 'Contents').map((row) => ({
      key: name(textIn(row, 'Key')),
      size: Number(textIn(row, 'Size')) || 0,
      modified: Date.parse(textIn(row, 'LastModified')) || 0,
    })),
    folders: rowsIn(content, 'CommonPrefixes').map((row) => name(textIn(row, 'Prefix'))),
  }
}

/** Some stores do not know the encoding that was asked for; those that do say that they did it. */
const namesOf = (content: XmlContent) => (textIn(content, 'EncodingType') === 'url' ? decoded : (text: string) => text)

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Stores write a space as a plus or as a percent code, and a plus always as a code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The files and folders below a prefix; null: no key begins with it. */
export async function listFolder(client: S3Client, prefix: string): Promise<StoredEntry[] | null> {
  const entries: StoredEntry[] = []
  let isThere = false
  for await (const { objects, folders } of pages(client, { prefix, flat: false })) {
    isThere ||= objects.length > 0 || folders.length > 0
    for (const { key, size, modified } of objects) {
      const name = key.slice(prefix.length)
      if (isSingle(name)) entries.push({ name, type: 'file', size, modified })
    }
    for (const folder of folders) {
      const name = folder.slice(prefix.length, -1)
      if (isSingle(name)) entries.push({ name, type: 'folder', size: 0, modified: null })
    }
  }
  return isThere ? entries : null
}

/** Whether any key begins with the prefix, and since when there is an object of just that name. */
export async function findFolder(client: S3Client, prefix: string): Promise<{ modified: number | null } | null> {
  for await (const { objects } of pages(client, { prefix, flat: true, most: 1 })) {
    const [first] = objects
    if (first === undefined) return null
    return { modified: first.key === prefix ? first.modified : null }
  }
  return null
}

/** All keys below a prefix that paths can name. What they cannot is not shown, and so is not to be touched either. */
export async function keysBelow(client: S3Client, prefix: string): Promise<{ key: string; size: number }[]> {
  const keys: { key: string; size: number }[] = []
  for await (const { objects } of pages(client, { prefix, flat: true })) {
    for (const { key, size } of objects) {
      const names = key.slice(prefix.length).replace(/\/$/, '').split('/')
      if (key === prefix || names.every(isSingle)) keys.push({ key, size })
    }
  }
  return keys
}
