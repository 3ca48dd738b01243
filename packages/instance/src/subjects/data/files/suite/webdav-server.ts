import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v2 as webdav } from 'webdav-server'

export type WebdavWay = 'basic' | 'digest'

/** A WebDAV server with the package `webdav-server`, one user, and in-memory files below `/files`. */
export async function openWebdavServer(way: WebdavWay) {
  const credentials = { username: 'tester', password: 'pass-word' }
  const users = new webdav.SimpleUserManager()
  const user = users.addUser(credentials.username, credentials.password, false)
  const privileges = new webdav.SimplePathPrivilegeManager()
  privileges.setRights(user, '/', ['all'])
  const server = new webdav.WebDAVServer({
    requireAuthentification: true,
    httpAuthentication:
      way === 'basic' ? new webdav.HTTPBasicAuthentication(users) : new webdav.HTTPDigestAuthentication(users, 'files'),
    privilegeManager: privileges,
  })
  await server.setFileSystemAsync('/files', new webdav.VirtualFileSystem())
  const listener = createServer((request, response) => {
    server.executeRequest(request, response)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    port,
    credentials,
    async close() {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
