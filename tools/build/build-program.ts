import { cpSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'rolldown'
import { root } from '../paths.mjs'

/**
 * Bundles the command line and the instance with all that they depend on. What is imported on demand (PostgreSQL, mail)
 * stays in chunks of its own, which are read when they are needed. The programs that run scripts in other languages come along.
 */
export async function buildProgram(folder: string): Promise<void> {
  await build({
    input: { main: join(root, 'packages/cli/src/main.ts') },
    cwd: root,
    platform: 'node',
    // `pg`, its pool and `ssh2` try these and go on without them.
    external: ['pg-native', 'cloudflare:sockets', 'cpu-features', /\/sshcrypto\.node$/],
    // Old modules know where they are by names that new ones do not have.
    transform: { target: 'node24', define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    treeshake: true,
    logLevel: 'warn',
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      sourcemap: false,
    },
  })
  for (const file of globSync(scriptDrivers, { cwd: root })) {
    cpSync(join(root, file), join(folder, 'drivers', basename(file)))
  }
  cpSync(join(root, connectorTemplates), join(folder, 'templates'), { recursive: true })
}

/** Programs in other languages, which are read from a folder beside the code that starts them. */
const scriptDrivers = 'packages/instance/src/subjects/scripts/run/drivers/*.{py,php}'

/** What a new connector begins with. */
const connectorTemplates = 'packages/instance/src/subjects/connectors/templates'
