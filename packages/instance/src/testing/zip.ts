import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js'

/** An archive of texts or bytes by path, and options by path for odd entries. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array | object>>,
  options: Readonly<Record<string, ZipWriterAddDataOptions>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [path, content] of Object.entries(files)) {
    const plain = content instanceof Uint8Array ? content : new TextEncoder().encode(textOf(content))
    await writer.add(path, new Uint8ArrayReader(plain), options[path] ?? {})
  }
  return new Uint8Array(await writer.close())
}

const textOf = (content: string | object) => (typeof content === 'string' ? content : JSON.stringify(content))
