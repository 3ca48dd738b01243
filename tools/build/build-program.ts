import { cpSync, globSync } from 'node:fs'
import http from 'node:http'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { root } from '../paths.mjs'

const main = join(root, 'packages/cli/src/main.ts')

/**
 * Bundles the command line and the instance with all that they depend on. What is imported on demand (PostgreSQL, mail)
 * stays in chunks of its own, which are read when they are needed. The programs that run scripts in other languages come along.
 */
export async function buildProgram(folder: string): Promise<void> {
  const isOfInstance = startsInstance()
  await build({
    input: { main },
    cwd: root,
    platform: 'node',
    // `pg`, its pool and `ssh2` try these and go on without them.
    external: ['pg-native', 'cloudflare:sockets', 'cpu-features', /\/sshcrypto\.node$/],
    // Old modules know where they are by names that new ones do not have.
    transform: { target: 'node24', define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    treeshake: true,
    preserveEntrySignatures: 'allow-extension',
    plugins: [plainHttp],
    logLevel: 'warn',
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            debugName: 'instance',
            name: (id, build) => (isOfInstance(id, (other) => build.getModuleInfo(other)) ? 'instance' : null),
          },
        ],
      },
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      sourcemap: false,
    },
  })
  for (const file of globSync(scriptDrivers, { cwd: root })) {
    cpSync(join(root, file), join(folder, 'drivers', basename(file)))
  }
  cpSync(join(root, connectorTemplates), join(folder, 'templates'), { recursive: true })
}

type LinksOf = (id: string) => { readonly importedIds: readonly string[] } | null

/** Everything that a file imports, and what that imports, but for what is loaded on demand. */
function importedBy(file: string, linksOf: LinksOf): ReadonlySet<string> {
  const found = new Set([file])
  for (const id of found) for (const next of linksOf(id)?.importedIds ?? []) found.add(next)
  return found
}

/** All that a start loads, but for the command line's own, comes in one file: dozens of small ones take longer to find than to run. */
function startsInstance(): (id: string, linksOf: LinksOf) => boolean {
  let needed: ReadonlySet<string> | undefined
  return (id, linksOf) => {
    needed ??= importedBy(join(root, 'packages/cli/src/serving.ts'), linksOf).difference(importedBy(main, linksOf))
    return needed.has(id)
  }
}

/**
 * `node:http` without being imported: an import reads each of its exports, of which three load a client of some megabytes that is
 * not asked for anything.
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

/** Programs in other languages, which are read from a folder beside the code that starts them. */
const scriptDrivers = 'packages/instance/src/subjects/scripts/run/drivers/*.{py,php}'

/** What a new connector begins with. */
const connectorTemplates = 'packages/instance/src/subjects/connectors/templates'
