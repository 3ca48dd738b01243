import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, isInstalled } from '../installed-program.ts'
import { fromRoot } from './from-root.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasHaProxy = isInstalled('haproxy')

/** HAProxy on its own port. */
export interface OwnHaProxy {
  readonly url: string
  /** Number of nodes that receive requests. */
  nodesUp(): Promise<number>
  /** Stops it and removes its files. */
  close(): Promise<void>
}

/** HAProxy in front of nodes, configured as in docs/operate/haproxy.cfg except for addresses. `nodes`: `http://host:port` each. */
export async function openHaProxy(nodes: readonly string[]): Promise<OwnHaProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-haproxy-'))
  const port = await freePort()
  const socket = join(folder, 'admin.sock')
  const servers = nodes.flatMap((node, at) => [
    `  server node${at + 1} ${new URL(node).host}`,
    `  server node${at + 1}-anyway ${new URL(node).host} backup no-check`,
  ])
  const documented = await readFile(fromRoot('docs/operate/haproxy.cfg'), 'utf8')
  const settings = documented
    .replaceAll(/^ +(?:server|user|group) .*\n/gm, '')
    .replace(/^ +stats socket .*$/m, `  stats socket ${socket}`)
    .replace(/^ +bind .*$/m, `  bind 127.0.0.1:${port}`)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, `${settings}${servers.join('\n')}\n`)
  const program = await startProgram('haproxy', ['-db', '-f', file], {
    cwd: folder,
    isReady: async () => (await listensOn(port)) && (await answers(port)),
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async nodesUp() {
      const states = await ask(socket, 'show stat -1 4 -1')
      return states.split('\n').filter((line) => /,UP,/.test(line)).length
    },
    async close() {
      await program.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  connection.end(`${command}\n`)
  return text(connection)
}

/** Nodes are down until a health check succeeds. */
async function answers(port: number): Promise<boolean> {
  const { status } = await fetch(`http://127.0.0.1:${port}/health/live`)
  return status === 200
}
