import { type ClientRequest, Agent as HttpAgent, request as overHttp, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'

export interface ConnectionOptions {
  /** URL of a forward proxy; absent or `null`: none, whatever the environment says. */
  readonly proxy?: string | null
  /** Whether certificates are verified; absent: yes. */
  readonly verify?: boolean
  /** Milliseconds after which an idle connection is closed. */
  readonly idle?: number
  /** Maximum number of concurrent connections to one host; absent: unlimited. */
  readonly most?: number
}

/** HTTP connections to other servers, kept alive for further requests (docs/adr/0015-outgoing-http.md). */
export interface Connections {
  request(address: URL, options: RequestOptions): ClientRequest
  /** Closes idle connections; those in use close with their request. */
  close(): void
}

export function openConnections({
  proxy = null,
  verify = true,
  idle = 60_000,
  most = Number.POSITIVE_INFINITY,
}: ConnectionOptions = {}): Connections {
  const proxyEnv = proxy === null ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }
  const options = { keepAlive: true, maxSockets: most, maxFreeSockets: 8, timeout: idle, ...proxyEnv }
  // Opened when first needed: an instance may have thousands of services, of which few are called.
  const agents: { http?: HttpAgent; https?: HttpsAgent } = {}
  function agentFor(address: URL): HttpAgent {
    if (isSecure(address)) {
      agents.https ??= new HttpsAgent({ ...options, rejectUnauthorized: verify })
      return agents.https
    }
    agents.http ??= new HttpAgent(options)
    return agents.http
  }
  return {
    request: (address, given) => requestTo(address, { ...given, agent: agentFor(address) }),
    close() {
      for (const agent of Object.values(agents)) {
        agent.maxFreeSockets = 0
        for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
      }
    },
  }
}

/** Starts a request with the protocol of its URL. */
export function requestTo(address: URL, options: RequestOptions): ClientRequest {
  return (isSecure(address) ? overHttps : overHttp)(address, options)
}

const isSecure = ({ protocol }: URL) => protocol === 'https:'
