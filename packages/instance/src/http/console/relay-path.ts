import { Problem } from '@millwright/contract/problem'

/**
 * The path and query of a request line as they were sent, without scheme and host that a proxy's form of it has. Refuses
 * with 400 what leads upwards once it is decoded.
 */
export function relayPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const [plain = ''] = path.split('?', 1)
  // Whoever decodes twice would see `%252e%252e` as a step upwards too.
  if (decoded(decoded(plain)).split(/[/\\]/).includes('..')) throw new Problem(400, 'The path leads out of the API.')
  return path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
