import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const require = createRequire(import.meta.url)

/** The keys that it knows. */
export const s3rverKeys = { key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' }

export interface S3rver {
  readonly port: number
  readonly bucket: string
  close(): Promise<void>
}

/** S3rver, an older and forgetful store that keeps its objects in a folder. */
export async function openS3rver(folder: string, bucket = 'files'): Promise<S3rver> {
  const program = require.resolve('s3rver/bin/s3rver.js')
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', bucket, '-s']
  // It encodes where lists go on by DES.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  const close = async () => {
    child.kill()
    await ended
  }
  for await (const line of createInterface(child.stdout)) {
    const port = /listening on .*:(\d+)$/.exec(line)?.[1]
    if (port !== undefined) return { port: Number(port), bucket, close }
  }
  throw new Error('S3rver ended before it listened')
}
