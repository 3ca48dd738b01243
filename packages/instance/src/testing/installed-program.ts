import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'

/** Servers are often installed in folders that are only on administrators' PATH. */
export const serverPath = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: serverPath, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** For programs that cannot choose a port themselves. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
