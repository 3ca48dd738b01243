import { Problem } from '@millwright/contract/problem'
import type { FastifyRequest } from 'fastify'
import { isFullAdmin } from '../access/required-rights.ts'
import type { Caller } from '../request/caller.ts'
import type { KnownOrigins } from './known-origins.ts'
import { isProxied, linkOrigin } from './link-origin.ts'

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
export function withPort(origin: string, port: number | null): string {
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
