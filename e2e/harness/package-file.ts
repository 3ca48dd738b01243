import { crc32 } from 'node:zlib'

/** Returns a package for import: an archive of texts by path, stored uncompressed. */
export function packageFile(files: Readonly<Record<string, string>>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const content = Buffer.from(text)
    const common = commonHeader(name, content)
    const entry = Buffer.concat([uint32(0x04034b50), common, name, content])
    directory.push(Buffer.concat([uint32(0x02014b50), uint16(20), common, Buffer.alloc(10), uint32(offset), name]))
    entries.push(entry)
    offset += entry.length
  }
  const index = Buffer.concat(directory)
  const count = uint16(directory.length)
  const end = [uint32(0x06054b50), uint32(0), count, count, uint32(index.length), uint32(offset), uint16(0)]
  return Buffer.concat([...entries, index, ...end])
}

/** Version, flags, method, time and date, checksum, both sizes, lengths of name and extra part. */
function commonHeader(name: Buffer, content: Buffer): Buffer {
  const size = uint32(content.length)
  const begin = [20, 0, 0, 0, 33].map(uint16)
  return Buffer.concat([...begin, uint32(crc32(content)), size, size, uint16(name.length), uint16(0)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
