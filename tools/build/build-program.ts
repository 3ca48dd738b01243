import { cpSync, globSync } from 'node:fs'
import http from 'node:http'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'rolldown'
import { root } from '../paths.mjs'

const main = join(root, 'packages/cli/src/main.ts')
/** What runs in threads of its own, which load what they need instead of the whole instance. */
const threads = {
  'yaml-worker': join(root, 'packages/instance/src/subjects/ground/definitions/yaml-worker.ts'),
  'sqlite-worker': join(root, 'packages/instance/src/engines/sqlite/sqlite-worker.ts'),
}

/**
 * Bundles the command line and the instance with all dependencies. Modules that are imported dynamically (PostgreSQL, mail)
 * stay in separate chunks, which are loaded on demand. Also copies the programs that run scripts in other languages.
 */
export async function buildProgram(folder: string): Promise<void> {
  const isOfInstance = startsInstance()
  const output = {
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: false,
  } as const
  await build({ ...usual, input: threads, output })
  await build({
    ...usual,
    input: { main },
    output: {
      ...output,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            debugName: 'instance',
            name: (id, build) => (isOfInstance(id, (other) => build.getModuleInfo(other)) ? 'instance' : null),
          },
        ],
      },
    },
  })
  for (const file of globSync(scriptDrivers, { cwd: root })) {
    cpSync(join(root, file), join(folder, 'drivers', basename(file)))
  }
  cpSync(join(root, connectorTemplates), join(folder, 'templates'), { recursive: true })
}

/**
 * Accesses `node:http` without importing it: an import reads each of its exports, three of which load an unused client of
 * several megabytes.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  resolveId: (id) => (id === 'node:http' || id === 'http' ? plainHttpId : null),
  load(id) {
    if (id !== plainHttpId) return null
    const values = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, { get }]) => get === undefined)
    const names = values.map(([name]) => name).join(', ')
    return `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${names} } = http`
  },
}
const plainHttpId = '\0plain-http'

/**
 * Escapes what is not ASCII, as one such character makes Node.js keep a source with two bytes per character. Comments, strings, regular
 * expressions and names mean the same then; raw strings would not, but the sources have none with such characters.
 */
const plainAscii: Plugin = {
  name: 'plain-ascii',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      if (/\\[^\0-\x7f]/.test(chunk.code)) throw new Error(`${chunk.fileName} escapes a character that is not ASCII.`)
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

const usual = {
  cwd: root,
  platform: 'node',
  // Optional dependencies of `pg`, its pool and `ssh2`.
  external: ['pg-native', 'cloudflare:sockets', 'cpu-features', /\/sshcrypto\.node$/],
  // CommonJS modules use these names, which ES modules lack.
  transform: { target: 'node24', define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
  treeshake: true,
  preserveEntrySignatures: 'allow-extension',
  plugins: [plainHttp, plainAscii],
  logLevel: 'warn',
} satisfies Partial<BuildOptions>

type LinksOf = (id: string) => { readonly importedIds: readonly string[] } | null

/** All static imports of a file, transitively. */
function importedBy(file: string, linksOf: LinksOf): ReadonlySet<string> {
  const found = new Set([file])
  for (const id of found) for (const next of linksOf(id)?.importedIds ?? []) found.add(next)
  return found
}

/** Puts everything that a start loads, except the command line's own modules, into one file, as dozens of small files load more slowly. */
function startsInstance(): (id: string, linksOf: LinksOf) => boolean {
  let needed: ReadonlySet<string> | undefined
  return (id, linksOf) => {
    needed ??= importedBy(join(root, 'packages/cli/src/serving.ts'), linksOf).difference(importedBy(main, linksOf))
    return needed.has(id)
  }
}

/** Programs in other languages, which are read from a folder next to the code that starts them. */
const scriptDrivers = 'packages/instance/src/subjects/integrations/scripts/run/drivers/*.{py,php}'

/** Templates of new connectors. */
const connectorTemplates = 'packages/instance/src/subjects/services/connectors/templates'
