import type { Import } from './import-graph.ts'
import { isTest } from './source-files.ts'

/** The floors of the instance, lowest first: a file imports from its own floor and from those below (ARCHITECTURE.md). */
const floors: readonly string[] = [
  'platform',
  'request',
  'engines',
  'store',
  'records',
  'access',
  'gateway',
  'subjects/ground',
  'subjects/identity',
  'subjects/data',
  'subjects/services',
  'subjects/integrations',
  'subjects/operation',
  'http',
]

const inside = 'packages/instance/src/'

/** Whether a file tests the instance instead of being part of it. */
const isProof = (path: string) => isTest(path) || /\/(suite|walks|faults)\//.test(path)

/** Sentences about imports of the instance that lead upwards. Files at its root are above every floor. */
export function upwardImports(imports: readonly Import[]): readonly string[] {
  return within(imports).flatMap(({ from, to }) => {
    const lower = floorOf(from)
    const upper = floorOf(to)
    if (lower.height >= upper.height) return []
    return [`${from} must not import ${to}: ${upper.name} is above ${lower.name}`]
  })
}

/**
 * Sentences about sibling folders, at any depth, that depend on each other in a circle, with an import for each step of it.
 */
export function folderCircles(imports: readonly Import[]): readonly string[] {
  const arrows = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    if (!each.ours || isProof(each.from)) continue
    const [from, to] = parting(each) ?? []
    if (from === undefined || to === undefined) continue
    arrows.set(from, (arrows.get(from) ?? new Map<string, Import>()).set(to, each))
  }
  const done = new Set<string>()
  const found: string[] = []
  const walk = (folder: string, trail: readonly string[]): void => {
    const at = trail.indexOf(folder)
    if (at >= 0) {
      const circle = [...trail.slice(at), folder]
      const steps = circle.slice(1).map((next, step) => arrows.get(circle[step] ?? '')?.get(next))
      found.push(`${circle.join(' → ')}: ${steps.map((step) => `${step?.from} → ${step?.to}`).join(', ')}`)
      return
    }
    if (done.has(folder)) return
    for (const next of arrows.get(folder)?.keys() ?? []) walk(next, [...trail, folder])
    done.add(folder)
  }
  for (const folder of arrows.keys()) walk(folder, [])
  return found
}

function within(imports: readonly Import[]): readonly Import[] {
  return imports.filter(({ from, to }) => from.startsWith(inside) && to.startsWith(inside) && !isProof(from))
}

function floorOf(path: string): { readonly name: string; readonly height: number } {
  const [name = '', ...rest] = path.slice(inside.length).split('/')
  if (rest.length === 0) return { name: 'what puts the floors together', height: floors.length }
  const floor = name === 'subjects' ? `${name}/${rest[0]}` : name
  const height = floors.indexOf(floor)
  return { name: `${floor}/`, height: height < 0 ? floors.length : height }
}

/** The sibling folders that contain the two files; `null` if one file is in the folder of the other. */
function parting({ from, to }: Import): readonly [string, string] | null {
  const one = from.split('/').slice(0, -1)
  const other = to.split('/').slice(0, -1)
  const at = one.findIndex((name, index) => name !== other[index])
  if (at < 0 || at >= other.length) return null
  return [one.slice(0, at + 1).join('/'), other.slice(0, at + 1).join('/')]
}
