import { isDeepStrictEqual } from 'node:util'
import type { ListOptions, ObjectPage } from '../objects/object-store.ts'
import { readXml, rowsIn, textIn, type XmlContent } from '../objects/store-xml.ts'
import { unavailable } from '../unavailable.ts'
import type { S3Client } from './s3-client.ts'

type Query = Readonly<Record<string, string>>

/** Yields the keys with a prefix, a thousand per page by default. Throws a 503 if the listing makes no progress. */
export async function* pages(client: S3Client, { prefix, flat, most = 1000 }: ListOptions): AsyncGenerator<ObjectPage> {
  const asked = { prefix, 'encoding-type': 'url', 'max-keys': String(most), ...(flat ? {} : { delimiter: '/' }) }
  let from: Query | null = { 'list-type': '2' }
  do {
    const { name, content } = readXml(await client.read({ method: 'GET', query: { ...asked, ...from } }))
    if (name !== 'ListBucketResult') throw unavailable(client.settings.where, 'what it answered is no list.')
    const page = readPage(content)
    yield page
    const next = textIn(content, 'IsTruncated') === 'true' ? nextPage(content, page) : null
    if (next !== null && isDeepStrictEqual(next, from))
      throw unavailable(client.settings.where, 'its listing does not end.')
    from = next
  } while (from !== null)
}

/** Stores that only support version 1 listings return one whatever was requested. */
function nextPage(content: XmlContent, { objects, folders }: ObjectPage): Query {
  const token = textIn(content, 'NextContinuationToken')
  if (token !== '') return { 'list-type': '2', 'continuation-token': token }
  const last = [objects.at(-1)?.key ?? '', folders.at(-1) ?? ''].sort(byBytes).at(-1) ?? ''
  return { marker: namesOf(content)(textIn(content, 'NextMarker')) || last }
}

function readPage(content: XmlContent): ObjectPage {
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

/** Some stores ignore the requested encoding. Those that apply it say so in the response. */
const namesOf = (content: XmlContent) => (textIn(content, 'EncodingType') === 'url' ? decoded : (text: string) => text)

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Stores encode a space as a plus or a percent code, and a plus always as a percent code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
