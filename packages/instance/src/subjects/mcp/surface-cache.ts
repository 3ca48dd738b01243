import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { Surface } from './surface.ts'

/** Stands for full administrators, who have no role that decides. */
const everything = {}

/**
 * Keeps what was made for a role, whose object is another one as soon as its rights change. `state`: what else it was made of; with another
 * one all is made anew.
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

/** Stands for whoever has no role. */
const nothing = {}
