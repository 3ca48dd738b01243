import type { TestInstance } from './test-instance.ts'

/** Calls of the shipped file service by its first administrator, as tests of files make them. */
export function fileCalls({ send, root: as }: TestInstance) {
  const get = <Body = string>(path: string, headers: Record<string, string> = {}) =>
    send<Body>('GET', `files/${path}`, { as, headers })
  return {
    get,
    put: (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
      send('POST', `files/${path}`, { as, body, headers }),
    folder: (path: string) => send('POST', `files/${path}/`, { as }),
    /** `path` ends in `?` or in a parameter. */
    names: async (path: string) => (await get<{ resource: string[] }>(`${path}as_list=true`)).body.resource,
  }
}
