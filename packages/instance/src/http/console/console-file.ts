import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { encodingFor } from '../compression.ts'

/** A file of the built console as it is to be sent. */
export interface ConsoleFile {
  readonly bytes: Buffer
  readonly headers: Record<string, string>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Files of this folder carry a hash of their content in their name. */
const hashed = '/assets/'

/**
 * The file that a decoded path names, in its compressed form where there is one that the caller can read; null when there
 * is none, or the path leads out of the folder or to a type that no console has.
 */
export async function consoleFile(
  folder: string,
  path: string,
  acceptEncoding: string | undefined,
): Promise<ConsoleFile | null> {
  const type = types[extname(path)]
  const file = resolve(join(folder, path))
  if (type === undefined || path.includes('\0') || !file.startsWith(resolve(folder) + sep)) return null
  const brotli = acceptEncoding !== undefined && encodingFor(acceptEncoding) === 'br' ? await read(`${file}.br`) : null
  const plain = brotli ?? (await read(file))
  if (plain === null) return null
  return {
    bytes: plain.bytes,
    headers: {
      'content-type': type,
      'cache-control': path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: plain.etag,
      vary: 'Accept-Encoding',
      ...(brotli === null ? {} : { 'content-encoding': 'br' }),
    },
  }
}

async function read(file: string): Promise<{ bytes: Buffer; etag: string } | null> {
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)])
    return { bytes, etag: `"${bytes.length.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"` }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR' || code === 'ENAMETOOLONG'
}
