import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { expect } from 'vitest'
import { createLocalStorage } from '../subjects/data/files/local/local-storage.ts'
import { localRoot } from '../subjects/data/files/public-files.ts'
import type { TestInstance } from './test-instance.ts'

export interface ImportAnswer {
  readonly success: boolean
  readonly log: { readonly notice: string[]; readonly warning: string[]; readonly error: string[] }
}

/** Exports a package to the built-in file service, by default as the first administrator, and reads the stored file. */
export async function exportedPackage(
  instance: TestInstance,
  service: Readonly<Record<string, unknown>>,
  password?: string,
  as: { readonly token: string } = instance.root,
): Promise<Uint8Array<ArrayBuffer>> {
  const storage = { name: 'files', folder: 'packages', filename: 'test' }
  const secured = password === undefined ? {} : { secured: true, password }
  const body = { storage, service, ...secured }
  const answer = await instance.send<{ path: string }>('POST', 'system/package', { as, body })
  expect(answer).toMatchObject({ status: 200, body: { success: true, is_public: false } })
  expect(new URL(answer.body.path).pathname).toBe('/api/v2/files/packages/test.zip')
  const storageOf = createLocalStorage(localRoot(instance.parts.config.dataFolder, 'files') ?? '')
  const file = await storageOf.open('packages/test.zip')
  return new Uint8Array(await new Response(file?.content() as never).arrayBuffer())
}

/** Uploads a package as the first administrator, in a form with the given fields. */
export async function importedPackage<Body = ImportAnswer>(
  instance: TestInstance,
  archive: Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
  query = '',
  name = 'test.zip',
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('files', new Blob([archive]), name)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await encoded.arrayBuffer())
  return instance.send<Body>('POST', `system/package${query}`, { as: instance.root, headers, body })
}

/** The files of a package as texts, without the date in the manifest; with a password, all must be encrypted. */
export async function packageContents(archive: Uint8Array, password?: string): Promise<Record<string, string>> {
  const secret = password === undefined ? {} : { password }
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false, ...secret })
  const found: Record<string, string> = {}
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue
    if (password !== undefined) expect(entry.encrypted).toBe(true)
    const text = new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter()))
    found[entry.filename] = text.replace(/"created_date": "\d{4}[^"]*"/, '')
  }
  await reader.close()
  return found
}
