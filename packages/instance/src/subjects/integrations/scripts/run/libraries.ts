import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ScriptJob } from '../../../../gateway/ports/script-runner.ts'

/** Libraries that scripts may require; none has dependencies. */
const files = { lodash: 'lodash/lodash.min.js', async: 'async/dist/async.min.js' } as const

const { resolve } = createRequire(import.meta.url)
const sources = new Map<string, string>()

/** Sources of the libraries that a JavaScript script mentions by name, as its process cannot read files (docs/wire/scripts.md). */
export function librariesFor({ language, source }: Pick<ScriptJob, 'language' | 'source'>): {
  readonly libraries?: Readonly<Record<string, string>>
} {
  if (language !== 'nodejs') return {}
  const named = Object.entries(files).filter(([name]) => new RegExp(`["'\`](?:\\./)?${name}\\b`).test(source))
  if (named.length === 0) return {}
  return { libraries: Object.fromEntries(named.map(([name, file]) => [name, sourceOf(file)])) }
}

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(resolve(file), 'utf8')
  sources.set(file, source)
  return source
}
