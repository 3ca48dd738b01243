import { Problem } from '@millwright/contract/problem'
import type { Forward } from '../../../../gateway/gateway.ts'
import type { Cache } from '../../../../gateway/ports/service-caches.ts'
import type { ServiceRow } from '../../../../gateway/service-kind.ts'
import type { Caller } from '../../../../request/caller.ts'
import { FileContent } from '../../../../request/file-content.ts'
import { bodyValue } from '../script-bodies.ts'

/** Location of a script's source: its record, or a linked service. */
export interface SourcePlace {
  readonly content: string | null
  readonly serviceId: number | null
  readonly path: string | null
  readonly repository: string | null
  /** Branch or tag. */
  readonly reference: string | null
}

/**
 * Reads the source of a script (docs/wire/scripts.md) with the access of its author; `null`: a full administrator. Throws the
 * error response of the linked service.
 */
export type ReadSource = (place: SourcePlace, author: Caller | null) => Promise<string>

interface SourceParts {
  /** Calls services without interceptors; otherwise a script that runs when its own source is read would recurse endlessly. */
  readonly call: Forward
  readonly serviceById: (id: number) => Promise<Pick<ServiceRow, 'name' | 'type'> | null>
  /** Most characters of a source. */
  readonly longest: number
}

/** Caller for scripts of full administrators, with full access. */
const reader: Caller = { user: null, app: null, role: null, sysadmin: true, token: null, sentKey: false }
const repositories = new Set(['github', 'gitlab', 'bitbucket'])

export function createReadSource({ call, serviceById, longest }: SourceParts): ReadSource {
  async function fetched(id: number, { path, repository, reference }: SourcePlace, caller: Caller): Promise<string> {
    const service = await serviceById(id)
    if (service === null) throw new Problem(404, `The script is stored in the service ${id}, which does not exist.`)
    if (path === null) throw new Problem(400, 'The script is stored in a service, but its path is missing.')
    const inRepository = repositories.has(service.type)
    const answer = await call({
      verb: 'GET',
      service: service.name.toLowerCase(),
      resource: inRepository ? `_repo/${repository ?? ''}` : path.replace(/^\/+/, ''),
      params: inRepository ? { path, content: '1', ...(reference === null ? {} : { branch: reference }) } : {},
      payload: undefined,
      payloadFormat: 'none',
      headers: {},
      caller,
      sentToken: null,
      requestor: 'API',
      origin: '',
      address: '',
    })
    return textOf(answer)
  }

  /** A script is read as text, whatever its file extension. */
  async function textOf(answer: { readonly body: unknown }): Promise<string> {
    const { body } = answer
    const asText = body instanceof FileContent ? new FileContent({ ...body.content, contentType: 'text/plain' }) : body
    const { value } = await bodyValue({ body: asText }, longest)
    if (typeof value === 'string') return value
    if (asText instanceof FileContent) await asText.content.close()
    throw new Problem(400, `The file of the script is not a text of at most ${longest} characters.`)
  }

  return async (place, author) =>
    place.serviceId === null ? (place.content ?? '') : fetched(place.serviceId, place, author ?? reader)
}

const forever = 10 * 365 * 86_400
/** Seconds for which a failed read is cached. */
const failureCachedFor = 15

export type NamedSource = (name: string, place: SourcePlace, author: Caller | null) => Promise<string>

/** Caches sources by a name that changes with the script. Sources that are read with the access of a restricted author are not cached. */
export function cachedSource(read: ReadSource, cache: Cache): NamedSource {
  return async (name, place, author) => {
    if (place.serviceId === null || author !== null) return read(place, author)
    const known = cache.get(name)
    if (typeof known === 'string') return known
    if (known instanceof Problem) throw known
    try {
      const source = await read(place, author)
      cache.set(name, source, forever)
      return source
    } catch (error) {
      if (error instanceof Problem) cache.set(name, error, failureCachedFor)
      throw error
    }
  }
}
