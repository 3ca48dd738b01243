import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import { readBytes } from '@millwright/connector/files/answer-body'
import { contentType } from '@millwright/connector/files/content-type'
import { type FileStorage, nameOf } from '@millwright/connector/files/file-storage'
import { createObjectStorage } from '@millwright/connector/files/objects/object-storage'
import {
  inGroups,
  inParts,
  type ObjectPage,
  type ObjectStore,
  type PutTarget,
  partSize,
} from '@millwright/connector/files/objects/object-store'
import { readXml, rowsIn, textIn } from '@millwright/connector/files/objects/store-xml'
import { refusals, unavailable } from '@millwright/connector/files/unavailable'
import { AzureClient, AzureRefusal } from './azure-client.ts'
import { azureSettings } from './azure-settings.ts'

/** Milliseconds between polls of a copy in progress, and the maximum number of polls. */
const lookEvery = 250
const maxLooks = 7_200

/** Files in a container of Azure's Blob service. The first write creates the container if it is missing. */
export function open(config: Settings, { openHttp }: Pick<ConnectorTools, 'openHttp'>): FileStorage {
  const settings = azureSettings(config)
  const client = new AzureClient(settings, openHttp)
  let isThere: Promise<void> | null = null

  /** Keys that may not create containers may still write to existing ones. */
  function container(): Promise<void> {
    isThere ??= client.head({ method: 'PUT', query: { restype: 'container' } }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AzureRefusal) return
        isThere = null
        throw error
      },
    )
    return isThere
  }

  async function put({ key, keepExisting }: PutTarget, parts: AsyncGenerator<Uint8Array>): Promise<void> {
    const type = key.endsWith('/') ? 'application/x-directory' : contentType(nameOf(key))
    const condition: Record<string, string> = keepExisting ? { 'if-none-match': '*' } : {}
    const first = await parts.next()
    const bytes = first.done ? new Uint8Array() : first.value
    if (bytes.length < partSize) {
      const headers = { ...condition, 'content-type': type, 'x-ms-blob-type': 'BlockBlob' }
      await client.head({ method: 'PUT', key, headers, body: bytes })
      return
    }
    const blocks: string[] = []
    for (let block: Uint8Array | null = bytes; block !== null; ) {
      const id = Buffer.from(String(blocks.length).padStart(6, '0')).toString('base64')
      await client.head({ method: 'PUT', key, query: { comp: 'block', blockid: id }, body: block })
      blocks.push(`<Latest>${id}</Latest>`)
      const { done, value } = await parts.next()
      block = done === true ? null : value
    }
    const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks.join('')}</BlockList>`)
    const headers = { ...condition, 'x-ms-blob-content-type': type }
    await client.head({ method: 'PUT', key, query: { comp: 'blocklist' }, headers, body })
  }

  async function copy(from: string, to: string): Promise<void> {
    const headers = { 'x-ms-copy-source': client.urlOf(from).href }
    let { 'x-ms-copy-status': status } = await client.head({ method: 'PUT', key: to, headers })
    for (let looks = 0; status === 'pending' && looks < maxLooks; looks += 1) {
      await pause(lookEvery)
      status = (await client.head({ method: 'HEAD', key: to }))['x-ms-copy-status']
    }
    if (status !== 'success') throw unavailable(settings.where, 'it did not copy the file.')
  }

  const store: ObjectStore = {
    async head(key) {
      try {
        const headers = await client.head({ method: 'HEAD', key })
        const modified = Date.parse(headers['last-modified'] ?? '') || 0
        return { size: Number(headers['content-length']) || 0, modified, etag: headers.etag }
      } catch (error) {
        if (error instanceof AzureRefusal && error.status === 404) return null
        throw error
      }
    },

    async *pages({ prefix, flat, most = 1000 }) {
      const params = {
        restype: 'container',
        comp: 'list',
        prefix,
        maxresults: String(most),
        ...(flat ? {} : { delimiter: '/' }),
      }
      let marker: string | null = ''
      while (marker !== null) {
        const query: Record<string, string> = marker === '' ? params : { ...params, marker }
        const text = await client.read({ method: 'GET', query }).catch((error: unknown) => {
          if (error instanceof AzureRefusal && error.code === 'ContainerNotFound') return ''
          throw error
        })
        const { name, content } = readXml(text)
        if (text !== '' && name !== 'EnumerationResults') {
          throw unavailable(settings.where, 'what it answered is no list.')
        }
        yield readPage(Object(content.Blobs))
        const next = textIn(content, 'NextMarker')
        if (next !== '' && next === marker) throw unavailable(settings.where, 'its listing does not end.')
        marker = next === '' ? null : next
      }
    },

    async *read(key, etag, range) {
      const headers = {
        ...(range === null ? {} : { range: `bytes=${range.start}-${range.end}` }),
        ...(etag === undefined ? {} : { 'if-match': etag }),
      }
      yield* readBytes(await client.send({ method: 'GET', key, headers }), settings.where)
    },

    async put(target, content) {
      await container()
      await put(target, inParts(content))
    },

    copy: (objects, target) => inGroups(objects, ({ key }) => copy(key, target(key))),

    remove: (keys) =>
      inGroups(keys, (key) =>
        client.head({ method: 'DELETE', key }).catch((error: unknown) => {
          if (!(error instanceof AzureRefusal && error.status === 404)) throw error
        }),
      ),

    isAlreadyExists: (error) => error instanceof AzureRefusal && (error.status === 409 || error.status === 412),

    problemOf(error, path) {
      if (!(error instanceof AzureRefusal)) return error
      const { status, code } = error
      if (status === 401 || /^(?:AuthenticationFailed|InvalidAuthenticationInfo|AuthorizationFailure)$/.test(code)) {
        return unavailable(settings.where, 'it refuses the key of the account.')
      }
      if (status === 403) return refusals.denied(settings.where, path)
      if (status === 404) return refusals.missing(path)
      if (status === 400 && /Uri|Name/.test(code)) return refusals.noName(path)
      return unavailable(settings.where, `it responded with status ${status} (${code}).`)
    },

    close: () => client.close(),
  }
  return createObjectStorage(store)
}

function readPage(blobs: Readonly<Record<string, unknown>>): ObjectPage {
  return {
    objects: rowsIn(blobs, 'Blob').map((row) => {
      const properties = Object(row.Properties)
      return {
        key: textIn(row, 'Name'),
        size: Number(textIn(properties, 'Content-Length')) || 0,
        modified: Date.parse(textIn(properties, 'Last-Modified')) || 0,
      }
    }),
    folders: rowsIn(blobs, 'BlobPrefix').map((row) => textIn(row, 'Name')),
  }
}
