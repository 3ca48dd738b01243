import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from '../compression.ts'
import { fileInRoute, type SendPublicFile } from '../public-files.ts'
import { type ConsoleSettings, calledEndpoints } from './console-settings.ts'

/** First segments of the console's paths. */
export const consolePages: readonly string[] = [
  'access',
  'admins',
  'apidocs',
  'apps',
  'config',
  'consent',
  'custom-apis',
  'data',
  'device',
  'file-manager',
  'home',
  'launchpad',
  'license-expired',
  'limits',
  'login',
  'logout',
  'package-manager',
  'profile',
  'register',
  'register-complete',
  'register-confirm',
  'reports',
  'reset-password',
  'roles',
  'scheduler',
  'schema',
  'scripts',
  'services',
  'user-invite',
  'users',
]

/** Whether a decoded path is a page of the console, whatever the names of services are. */
export function isConsolePage(path: string): boolean {
  const [, first = ''] = path.split('/')
  return consolePages.includes(first)
}

export interface ConsoleParts {
  /** Folder of the built console. */
  readonly folder: string
  /** Beneath which the console is public. */
  readonly basePath: string
  readonly settings: () => Promise<ConsoleSettings>
  /** The settings that are known before the first request. */
  readonly configured: Readonly<Record<string, unknown>>
  /** Serves public files of the instance, if there is one. */
  readonly publicFile?: SendPublicFile
}

/** Serves the built console and its `millwright.json`. The console's own routes return its `index.html`. */
export function addConsole(server: FastifyInstance, parts: ConsoleParts): void {
  const { folder, basePath, settings, configured, publicFile } = parts
  const secure = securityHeaders(calledEndpoints(configured))

  server.get('/millwright.json', async (_, reply) =>
    reply
      .headers(secure)
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify(await settings())),
  )

  server.get('/*', async (request, reply) => {
    const path = fileInRoute(request)
    const encoding = request.headers['accept-encoding']
    const own = await (path === index ? pageIn(folder, encoding, basePath) : consoleFile(folder, path, encoding))
    const published = own === null ? await publicFile?.(request, reply, path) : null
    if (published) return published
    if (own !== null) return sendFile(request, reply.headers(secure), own)
    const status = pageStatus(request, path)
    const page = status === null ? null : await pageIn(folder, encoding, basePath)
    if (status === null || page === null) return reply.callNotFound()
    return sendFile(request, reply.code(status).headers(secure), page)
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, headers }: ConsoleFile): FastifyReply {
  reply.headers(headers)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === headers.etag) return reply.code(304).send()
  return reply.send(bytes)
}

/**
 * The status with which a path returns the console's page, or `null` if it does not. Unknown paths return the page, which
 * redirects people, with a 404, which tells programs that nothing exists there.
 */
function pageStatus({ headers }: FastifyRequest, path: string): 200 | 404 | null {
  const accept = headers.accept ?? '*/*'
  const forPeople = accept.includes('text/html')
  if (path === '/') return 200
  if (isConsolePage(path)) return forPeople || accept === '*/*' ? 200 : null
  return forPeople && !/^\/(?:api|assets|health|metrics)(?:\/|$)/.test(path) ? 404 : null
}

/**
 * Security headers of all of the console's files. `endpoints` are configured URLs on other origins that the console may connect
 * to; its pages cannot connect to any others.
 */
function securityHeaders(endpoints: readonly string[]): Record<string, string> {
  const origins = [
    ...new Set(endpoints.map((address) => URL.parse(address)?.origin).filter((each) => each !== undefined)),
  ]
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      // For previews of files that the console has loaded.
      "media-src 'self' blob:",
      "frame-src 'self' blob:",
      `connect-src ${["'self'", ...origins].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** The console's page, whose addresses begin with the base path. */
async function pageIn(
  folder: string,
  acceptEncoding: string | undefined,
  basePath: string,
): Promise<ConsoleFile | null> {
  const page = await consoleFile(folder, index, basePath === '' ? acceptEncoding : undefined)
  if (page === null || basePath === '') return page
  const html = page.bytes.toString('utf8').replaceAll(/(?<= (?:src|href)=")(?=\/)/g, basePath)
  const etag = `${page.headers.etag?.slice(0, -1)}-${encodeURIComponent(basePath)}"`
  return { bytes: Buffer.from(html), headers: { ...page.headers, etag } }
}

/** A file of the built console, ready to be sent. */
interface ConsoleFile {
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

const index = '/index.html'

/** Files in this folder have a content hash in their names. */
const hashed = '/assets/'

/**
 * The file at a decoded path, compressed if available and accepted; `null` if there is none, or if the path is outside of the
 * folder or of a type that the console does not have.
 */
async function consoleFile(
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
