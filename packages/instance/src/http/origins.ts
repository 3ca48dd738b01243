import { Problem } from '@millwright/contract/problem'
import type { FastifyRequest } from 'fastify'
import { isFullAdmin } from '../access/required-rights.ts'
import type { Background } from '../platform/background.ts'
import type { Caller } from '../request/caller.ts'
import type { Store } from '../store/store.ts'

/** Origins that full administrators use behind proxies. Their hosts are those of this instance, as opposed to any that a caller can name. */
export interface KnownOrigins {
  /** The origin if it is known, otherwise the one that was used last, to the day; `null` if none is known. */
  closestTo(origin: string): string | null
  /** Remembers the origin of a request of a full administrator. */
  note(origin: string): void
}

/** Most origins that are remembered: those that were used last. */
const most = 100
/** Milliseconds after which the use of a known origin is stored again. */
const refreshAfter = 86_400_000
/** Followed by an origin; the value is when it was used. */
const settingPrefix = 'link_origin '

/** Remembers origins in settings, which all nodes share. */
export async function createKnownOrigins(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  background: Background,
  clock: () => number,
): Promise<KnownOrigins> {
  /** Times of use in milliseconds, from the oldest to the newest. */
  const known = new Map<string, number>()

  /** Returns the names of the settings with origins that are too many. */
  async function read(): Promise<string[]> {
    const rows = await db
      .selectFrom('setting')
      .select(['name', 'value'])
      .where('name', 'like', `${settingPrefix}%`)
      .orderBy('value')
      .execute()
    known.clear()
    for (const { name, value } of rows.slice(-most)) known.set(name.slice(settingPrefix.length), Date.parse(value))
    return rows.slice(0, -most).map(({ name }) => name)
  }

  async function store(origin: string): Promise<void> {
    const value = new Date(clock()).toISOString()
    await db
      .insertInto('setting')
      .values({ name: `${settingPrefix}${origin}`, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    const dropped = await read()
    if (dropped.length > 0) await db.deleteFrom('setting').where('name', 'in', dropped).execute()
    await changes.publish([{ table: 'setting', ids: 'all' }])
  }

  await read()
  changes.subscribe(({ table }) => {
    if (table === 'setting') background.start('The origins of links could not be read', async () => void (await read()))
  })

  return {
    closestTo: (origin) => (known.has(origin) ? origin : ([...known.keys()].at(-1) ?? null)),
    note(origin) {
      const used = known.get(origin)
      if (used !== undefined && clock() - used < refreshAfter) return
      known.delete(origin)
      known.set(origin, clock())
      background.start('The origin of links could not be stored', () => store(origin))
    },
  }
}

type Sender = Pick<FastifyRequest, 'protocol' | 'hostname'> & {
  readonly ips?: readonly string[] | undefined
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

/** Whether the request came through a trusted proxy. */
const isProxied = ({ ips = [] }: Pick<Sender, 'ips'>): boolean => ips.length > 1

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * The origin of links in mails that anyone can trigger, such as those with a reset code. A forged `Host` header would send the
 * code to an attacker's server, so it only counts from a trusted proxy, and only if a full administrator has used that origin; the proxy may pass
 * on any. Otherwise the link has an origin that one has used, or else the IP address, or the loopback name, and the port that the request reached.
 */
export function linkOrigin(origin: string, sender: Sender, known: Pick<KnownOrigins, 'closestTo'>): string {
  const { protocol, hostname, socket } = sender
  const own = hostOf(socket.localAddress ?? '127.0.0.1')
  const used = isProxied(sender) ? known.closestTo(origin) : null
  if (used !== null) return used
  const host = loopback.test(hostname) ? hostname : own
  if (host === hostname && socket.localPort === undefined) return origin
  return `${protocol}://${host}${socket.localPort === undefined ? '' : `:${socket.localPort}`}`
}

function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}

/** What links in the responses and mails of a listener begin with: scheme, host and base path, without a trailing slash. */
export interface Origins {
  /** Throws 400 if the header Host is not a valid host. */
  ofAnswers(request: FastifyRequest): string
  /** For mails that anyone can trigger. */
  ofMails(request: FastifyRequest): string
  /** Called when the sender of a request is known. */
  identified(request: FastifyRequest, caller: Caller): void
}

/** For the console's listener: the public URL, otherwise the origin of the request. */
export function ownOrigins(publicUrl: string | null, known: KnownOrigins): Origins {
  return {
    ofAnswers: (request) => publicUrl ?? originOf(request),
    ofMails: (request) => publicUrl ?? linkOrigin(originOf(request), request, known),
    identified(request, caller) {
      if (publicUrl === null && isProxied(request) && isFullAdmin(caller)) known.note(originOf(request))
    },
  }
}

/**
 * For the origin of hosted apps: links point to the console's origin, whose pages confirm and reset. `consolePort` is the port of
 * the console's listener.
 */
export function originsForApps(
  publicUrl: string | null,
  known: KnownOrigins,
  consolePort: () => number | null,
): Origins {
  const sender = ({ protocol, hostname, ips, socket }: FastifyRequest) => {
    const localPort = consolePort() ?? socket.localPort
    return { protocol, hostname, ips, socket: { localAddress: socket.localAddress, localPort } }
  }
  const answers = (request: FastifyRequest) => withPort(originOf(request), consolePort())
  return {
    ofAnswers: (request) => publicUrl ?? answers(request),
    ofMails: (request) => publicUrl ?? linkOrigin(answers(request), sender(request), known),
    // Pages of apps are not where administrators sign in.
    identified: () => undefined,
  }
}

/** The same scheme and host with another port. */
function withPort(origin: string, port: number | null): string {
  if (port === null) return origin
  const url = new URL(origin)
  url.port = String(port)
  return url.origin
}

const host = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/** Scheme and host of the request. Callers can put anything into the header; only a valid host is accepted. */
function originOf(request: FastifyRequest): string {
  const named = request.host
  if (!host.test(named)) throw new Problem(400, 'The header Host does not name a host.')
  return `${request.protocol}://${named}`
}
