import type { McpCaller } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Surface } from './surface.ts'

/** Cache key for full administrators, whose role does not matter. */
const everything = {}

/**
 * Caches surfaces by role. The role object is replaced as soon as its rights change. `state`: all other inputs; when it
 * changes, the whole cache is cleared.
 */
export function createSurfaceCache() {
  let surfaces = new WeakMap<object, Map<string, Surface>>()
  let made = ''

  return (state: string, { caller, scopes }: McpCaller, make: () => Surface): Surface => {
    if (state !== made) {
      surfaces = new WeakMap()
      made = state
    }
    const role = caller.sysadmin ? everything : (caller.role ?? nothing)
    const known = surfaces.get(role) ?? new Map<string, Surface>()
    surfaces.set(role, known)
    const key = scopes === null ? 'all' : [...scopes].toSorted().join(' ')
    const surface = known.get(key) ?? make()
    known.set(key, surface)
    return surface
  }
}

/** Cache key for callers without a role. */
const nothing = {}
