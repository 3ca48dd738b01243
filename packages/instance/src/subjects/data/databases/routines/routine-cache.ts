import type { Settings } from '@millwright/connector/config-values'
import type { Database, RoutineDialect } from '@millwright/connector/engine/engine'
import type { Routine } from '@millwright/connector/engine/routine'
import { Problem } from '@millwright/contract/problem'
import type { Cache, ServiceCaches } from '../../../../gateway/ports/service-caches.ts'
import { wireName } from '../schema/names.ts'

interface Options {
  readonly dialect: RoutineDialect
  readonly database: Pick<Database, 'session'>
  readonly settings: Settings
  readonly serviceId: number
  readonly caches: ServiceCaches
}

/** The routines of a service, loaded on first use and again after any change of the service. */
export class RoutineCache {
  readonly #options: Options
  #cached: { readonly cache: Cache; readonly routines: Promise<readonly Routine[]> } | null = null

  constructor(options: Options) {
    this.#options = options
  }

  all(refresh = false): Promise<readonly Routine[]> {
    const { dialect, database, settings, caches, serviceId } = this.#options
    const cache = caches.of(serviceId)
    if (!refresh && this.#cached?.cache === cache) return this.#cached.routines
    const routines = database.session((session) => dialect.list(session, settings))
    const cached = { cache, routines }
    this.#cached = cached
    routines.catch(() => {
      if (this.#cached === cached) this.#cached = null
    })
    return routines
  }

  /** Returns the distinct names of a kind, in order. */
  async names(kind: Routine['kind'], refresh = false): Promise<string[]> {
    const found = (await this.all(refresh)).filter((routine) => routine.kind === kind).map(wireName)
    return [...new Set(found)].sort()
  }

  /** Returns all overloads of a name, ignoring case. Throws 404 if it does not exist. */
  async named(kind: Routine['kind'], name: string): Promise<readonly [Routine, ...Routine[]]> {
    const wanted = name.toLowerCase()
    const same = (await this.all()).filter((each) => each.kind === kind && wireName(each).toLowerCase() === wanted)
    const exact = same.filter((each) => wireName(each) === name)
    const [first, ...others] = exact.length > 0 ? exact : same
    if (first === undefined) {
      throw new Problem(404, `The database has no ${kind} '${name}' that can be called.`)
    }
    return [first, ...others]
  }
}
