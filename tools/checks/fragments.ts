import { dirname } from 'node:path'
import type { Import } from './import-graph.ts'
import { isTest, type SourceFile } from './source-files.ts'

/** From this many lines on, a file is worth opening by itself. */
const enough = 40
/** Files that would have more lines together stay apart. */
const most = 250

/** Small files that stand alone although only a file beside them reads them, with the reason. */
const reasons: readonly (readonly [path: RegExp, because: string])[] = [
  [/\/migrations\//, 'released migrations never change again, so that later ones are files of their own'],
  [/\/messages(?:\.\w+)?\.ts$/, 'texts are read by people who translate them'],
  [/\/mcp\/lazy\/search-tools\.ts$/, 'a ranking that has nothing to do with what is listed'],
  [/\/scripts\/run\/libraries\.ts$/, 'the libraries that a script may load'],
  [/\/docs\/readable-tables\.ts$/, 'a decision about rights'],
  [/\/custom-apis\/transform-operations\.ts$/, 'a list of operations that grows by itself'],
  [/\/worker-connections\.ts$/, 'the one place that depends on messages which Node does not document'],
  [/\/home\/(?:first-steps\.tsx|dashboard\/tables-of\.ts)$/, 'a part of a page that is already long'],
]

/** Sentences about small files that are only read together with the one file that imports them; tests and dynamic imports separate. */
export function fragments(files: readonly SourceFile[], imports: readonly Import[]): readonly string[] {
  const importers = new Map<string, Set<string>>()
  for (const { from, to, ours } of imports) if (ours) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return files.flatMap(({ path, text }) => {
    const [importer, ...others] = importers.get(path) ?? []
    if (!/^packages\/[^/]+\/src\//.test(path) || isProof(path) || importer === undefined || others.length > 0) return []
    if (dirname(importer) !== dirname(path) || isTest(importer)) return []
    const whole = texts.get(importer) ?? ''
    if (linesOf(text) >= enough || linesOf(text) + linesOf(whole) > most) return []
    if (isLoadedLater(path, whole) || reasons.some(([of]) => of.test(path))) return []
    return [`${path} is small and only read with ${importer}: move it there, or give a reason`]
  })
}

const isProof = (path: string) => isTest(path) || /\/(?:suite|walks|faults)\//.test(path)

const linesOf = (text: string) => text.split('\n').length - 1

function isLoadedLater(path: string, importer: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replaceAll('.', '\\.')
  return new RegExp(`\\bimport\\(\\s*['"]\\./${name}['"]`).test(importer)
}
