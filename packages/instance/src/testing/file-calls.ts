import type { TestInstance } from './test-instance.ts'

/** Requests to a file service as the first administrator; by default to the built-in one. */
export function fileCalls({ send, root: as }: TestInstance, service = 'files') {
  const get = <Body = string>(path: string, headers: Record<string, string> = {}) =>
    send<Body>('GET', `${service}/${path}`, { as, headers })
  return {
    get,
    put: (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
      send('POST', `${service}/${path}`, { as, body, headers }),
    folder: (path: string) => send('POST', `${service}/${path}/`, { as }),
    /** `path` ends with `?` or a parameter. */
    names: async (path: string) => (await get<{ resource: string[] }>(`${path}as_list=true`)).body.resource,
  }
}
