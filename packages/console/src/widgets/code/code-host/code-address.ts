/** The location of a file on a code host. */
export interface CodeFile {
  readonly owner: string
  readonly repository: string
  /** Branch, tag or commit. */
  readonly reference: string
  readonly path: string
}

/**
 * Parses the URL of a file's page, `/owner/repository/blob/branch/path`, or of its raw text, on a host whose name begins with `raw.`,
 * `/owner/repository/branch/path`. Returns `null` for anything else.
 */
export function codeFile(address: string): CodeFile | null {
  const url = URL.parse(address.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const [owner, repository, ...rest] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  const within = url.hostname.startsWith('raw.') ? rest : rest[0] === 'blob' ? rest.slice(1) : []
  const [reference, ...path] = within
  if (!owner || !repository || !reference || path.length === 0) return null
  return { owner, repository, reference, path: path.join('/') }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
