import { isSingle } from '../../../gateway/ports/file-storage.ts'
import { below } from '../remote-path.ts'
import type { FtpConnection } from './ftp-connection.ts'
import { goTo } from './ftp-place.ts'

/**
 * Removes a folder with everything in it, and leaves the connection in the folder that held it. What leads elsewhere when it is
 * entered is a link, which is removed itself; not every server says so in its listings.
 */
export async function removeAll(connection: FtpConnection, holder: string, remote: string): Promise<void> {
  const { client } = connection
  const entered = await goTo(connection, remote)
  if (entered !== remote) {
    await client.send(`CWD ${holder}`)
    if (entered !== null) await client.send(`DELE ${remote}`)
    return
  }
  for (const info of await client.list()) {
    if (!isSingle(info.name)) continue
    const each = below(remote, info.name)
    if (info.isDirectory) await removeAll(connection, remote, each)
    else await client.send(`DELE ${each}`)
  }
  await client.send(`CWD ${holder}`)
  await client.send(`RMD ${remote}`)
}
