import { Problem } from '@millwright/contract/problem'

/**
 * The path and query of a request line as they were sent, without scheme and host of the absolute form. Throws 400 if the decoded
 * path leads upwards.
 */
export function relayPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const [plain = ''] = path.split('?', 1)
  // A server that decodes twice would also treat `%252e%252e` as a step upwards.
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
