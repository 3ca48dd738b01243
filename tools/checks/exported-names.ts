import { isTest, type SourceFile } from './source-files.ts'

/** Names that files of the same kind share: what they are follows from the file. */
const shared = new Set(['t', 'translation', 'translations', 'open', 'connectors', 'driver'])

const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

/** Sentences about names that several files of a package export: a reader who looks one up finds two meanings. */
export function namesExportedTwice(files: readonly SourceFile[]): readonly string[] {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const [, inPackage] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
    if (inPackage === undefined || isTest(path) || /\/(?:suite|walks)\//.test(path)) continue
    for (const [, name = ''] of text.matchAll(declaration)) {
      if (shared.has(name)) continue
      const key = `${inPackage}: ${name}`
      places.set(key, (places.get(key) ?? new Set()).add(path))
    }
  }
  return [...places].flatMap(([key, paths]) =>
    paths.size < 2 ? [] : [`${key} is exported by ${[...paths].join(' and ')}: give each a name of its own`],
  )
}
