import { isSingle, type StoredEntry } from '../storage.ts'
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

/** What keys begin so, a thousand at a time. */
export async function* pages(client: S3Client, { prefix, flat, most = 1000 }: Asked): AsyncGenerator<Page> {
  let from: string | null = null
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix,
      'encoding-type': 'url',
      'max-keys': String(most),
      ...(flat ? {} : { delimiter: '/' }),
      ...(from === null ? {} : { 'continuation-token': from }),
    }
    const { content } = readXml(await client.read({ method: 'GET', query }))
    yield readPage(content)
    from = textIn(content, 'IsTruncated') === 'true' ? textIn(content, 'NextContinuationToken') || null : null
  } while (from !== null)
}

function readPage(content: XmlContent): Page {
  return {
    objects: rowsIn(content, 'Contents').map((row) => ({
      key: decoded(textIn(row, 'Key')),
      size: Number(textIn(row, 'Size')) || 0,
      modified: Date.parse(textIn(row, 'LastModified')) || 0,
    })),
    folders: rowsIn(content, 'CommonPrefixes').map((row) => decoded(textIn(row, 'Prefix'))),
  }
}

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
