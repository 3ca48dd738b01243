import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { expect } from 'vitest'

/**
 * Returns the contents of an archive as texts by path, including nested archives, without the date in the header of a package.
 * `password`: everything in it must be encrypted with it.
 */
export async function archived(bytes: Uint8Array, password?: string): Promise<Readonly<Record<string, string>>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, ...(password && { password }) })
  const found: Record<string, string> = {}
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue
    expect(entry.encrypted, entry.filename).toBe(password !== undefined)
    const content = await entry.getData(new Uint8ArrayWriter())
    if (entry.filename.endsWith('.zip')) {
      for (const [path, text] of Object.entries(await archived(content))) found[`${entry.filename}!${path}`] = text
    } else {
      const text = new TextDecoder().decode(content)
      found[entry.filename] = entry.filename === 'package.json' ? text.replace(/"created_date": "[^"]*"/, '') : text
    }
  }
  await reader.close()
  return found
}
