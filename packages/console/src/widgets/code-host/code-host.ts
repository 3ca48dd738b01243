import { askOutside } from '../../instance/outside.ts'
import type { CodeFile } from './code-address.ts'

/** Sent with the one request that reads the file, and kept nowhere. */
export interface Credentials {
  readonly user: string
  readonly secret: string
}

export const codeHostMessages = {
  refused: 'Error: Authentication failed.',
  missing: 'Error: The file could not be found.',
  unknown: 'Error: The code host does not answer, or answers what makes no sense.',
  format: (formats: string) => `Error: Invalid file format. Only ${formats} file format(s) allowed`,
}

/** Whether a repository asks who comes; one that cannot be looked up counts as such. */
export async function isPrivate({ owner, repository }: CodeFile): Promise<boolean> {
  const answer = await askOutside('codeHostUrl', { path: inSegments('repos', owner, repository) })
  const said: unknown = answer?.status === 200 ? answer.body : null
  return !(typeof said === 'object' && said !== null && 'private' in said && said.private === false)
}

/** The text of a file; throws an `Error` with the sentence for people when there is none. */
export async function readCodeFile(file: CodeFile, credentials: Credentials | null): Promise<string> {
  const { owner, repository, reference, path } = file
  const place = inSegments('repos', owner, repository, 'contents', ...path.split('/'))
  const answer = await askOutside('codeHostUrl', {
    path: `${place}?ref=${encodeURIComponent(reference)}`,
    headers:
      credentials === null ? {} : { Authorization: `Basic ${base64(`${credentials.user}:${credentials.secret}`)}` },
  })
  if (answer?.status === 401) throw new Error(codeHostMessages.refused)
  if (answer?.status === 404) throw new Error(codeHostMessages.missing)
  const text = answer?.status === 200 ? contentOf(answer.body) : null
  if (text === null) throw new Error(codeHostMessages.unknown)
  return text
}

function inSegments(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`
}

function contentOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('content' in body) || typeof body.content !== 'string') return null
  try {
    const bytes = Uint8Array.from(atob(body.content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
