import { Problem } from '@millwright/contract/problem'
import type { FastifyRequest } from 'fastify'
import { linkOrigin } from './link-origin.ts'

/** What the links of one listener's answers and mails begin with: scheme and host, without a slash at the end. */
export interface Origins {
  /** Refuses with 400 a header Host that names no host. */
  ofAnswers(request: FastifyRequest): string
  /** In mails that strangers can have sent. */
  ofMails(request: FastifyRequest): string
}

/** Of the listener that serves the console: the public address, else the one that a request came in by. */
export function ownOrigins(publicUrl: string | null): Origins {
  return {
    ofAnswers: (request) => publicUrl ?? originOf(request),
    ofMails: (request) => publicUrl ?? linkOrigin(originOf(request), request),
  }
}

/**
 * Of the origin of hosted apps: links lead to the console's origin, whose pages confirm and reset. `consolePort`: of the
 * listener that serves the console.
 */
export function originsForApps(publicUrl: string | null, consolePort: () => number | null): Origins {
  const sender = ({ protocol, hostname, ips, socket }: FastifyRequest) => {
    const localPort = consolePort() ?? socket.localPort
    return { protocol, hostname, ips, socket: { localAddress: socket.localAddress, localPort } }
  }
  const answers = (request: FastifyRequest) => withPort(originOf(request), consolePort())
  return {
    ofAnswers: (request) => publicUrl ?? answers(request),
    ofMails: (request) => publicUrl ?? linkOrigin(answers(request), sender(request)),
  }
}

/** The same scheme and host at another port. */
export function withPort(origin: string, port: number | null): string {
  if (port === null) return origin
  const url = new URL(origin)
  url.port = String(port)
  return url.origin
}

const host = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i
/** The last that was found to be one, as most requests name the same. */
let lastHost = ''

/** Scheme and host by which the request came in. A caller may write anything into the header; only a host passes. */
function originOf(request: FastifyRequest): string {
  const named = request.host
  if (named !== lastHost) {
    if (!host.test(named)) throw new Problem(400, 'The header Host does not name a host.')
    lastHost = named
  }
  return `${request.protocol}://${named}`
}
