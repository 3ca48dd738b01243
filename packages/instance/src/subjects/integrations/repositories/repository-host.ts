import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'

export type Entry = Readonly<Record<string, unknown>>

/** A path in a repository, at a reference. */
export interface Place {
  readonly repository: string
  /** Without leading and trailing slashes; empty: the root. */
  readonly path: string
  /** Branch, tag or commit. */
  readonly reference: string
}

/** A repository host, for one account. Errors have the status that the host returned. */
export interface RepositoryHost {
  /** One page of the repositories of the account. */
  repositories(page: number, perPage: number): Promise<readonly Entry[]>
  /**
   * A file with its `content` in base64, or the entries of a folder: `name`, `path` and `type`, which is `file` or `dir`, and
   * further members from the host.
   */
  entry(place: Place): Promise<Entry | readonly Entry[]>
}

/** Fetches JSON or text from a repository host. */
export interface HostApi {
  json(path: string): Promise<unknown>
  text(path: string): Promise<string>
}

interface HostApiParts {
  readonly ask: SendRequest
  /** Without a trailing slash. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
}

export function createHostApi({ ask, base, headers }: HostApiParts): HostApi {
  async function read(path: string): Promise<string> {
    const address = URL.parse(`${base}${path}`)
    if (address === null) throw new Problem(503, 'The URL of the repositories is not valid.')
    const answer = await ask({ verb: 'GET', address, headers }, new AbortController().signal)
    const body = answer.body.toString('utf8')
    if (answer.status >= 200 && answer.status < 300) return body
    if (answer.status < 400 || answer.status >= 500)
      throw new Problem(502, `${address.host} responded with status ${answer.status}.`)
    throw new Problem(answer.status, messageIn(body) ?? `${address.host} responded with status ${answer.status}.`)
  }

  return {
    text: read,
    async json(path) {
      const body = await read(path)
      try {
        return JSON.parse(body)
      } catch {
        throw new Problem(502, 'The response of the repository host is not JSON.')
      }
    },
  }
}

/** The error message in a host's response. */
function messageIn(body: string): string | null {
  try {
    const said: unknown = JSON.parse(body)
    const texts = [said, memberOf(said, 'error')].map((each) => memberOf(each, 'message'))
    return texts.find((text) => typeof text === 'string') ?? null
  } catch {
    return null
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export const inSegments = (path: string) => path.split('/').map(encodeURIComponent).join('/')

export const isMissing = (error: unknown) => error instanceof Problem && error.status === 404

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
