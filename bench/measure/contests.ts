import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { Contest } from './load.ts'

export interface Contestants {
  readonly floor: string
  readonly ours: string
  readonly token: string
  /** Ids of records that exist on both servers. */
  readonly ids: readonly number[]
}

/** The requests on which the two servers are compared, starting with the one that needs no session. */
export function contests({ floor, ours, token, ids }: Contestants): readonly Contest[] {
  const headers = { [sessionTokenHeader]: token }
  const json = { 'content-type': 'application/json' }
  const system = `${apiPrefix}/system`
  return [
    {
      name: 'environment, not signed in',
      floor: { url: floor, path: '/environment' },
      ours: { url: ours, path: `${system}/environment` },
    },
    {
      name: 'list of 50',
      floor: { url: floor, path: '/admin?limit=50' },
      ours: { url: ours, path: `${system}/admin?limit=50`, headers },
    },
    {
      name: 'one by id',
      floor: { url: floor, setupRequest: turning(ids, (id) => `/admin/${id}`) },
      ours: { url: ours, headers, setupRequest: turning(ids, (id) => `${system}/admin/${id}`) },
    },
    {
      name: 'insert',
      floor: { url: floor, path: '/admin', method: 'POST', headers: json, setupRequest: newPersons() },
      ours: {
        url: ours,
        path: `${system}/admin`,
        method: 'POST',
        headers: { ...headers, ...json },
        setupRequest: newPersons(),
      },
    },
  ]
}

function turning(ids: readonly number[], path: (id: number) => string): Contest['ours']['setupRequest'] {
  let next = 0
  return (request) => ({ ...request, path: path(ids[next++ % ids.length] ?? 0) })
}

const prefix = Date.now().toString(36)
let persons = 0

function newPersons(): Contest['ours']['setupRequest'] {
  return (request) => {
    const name = `${prefix}-${persons++}`
    const person = { email: `${name}@example.com`, name, first_name: 'New', last_name: name }
    return { ...request, body: JSON.stringify(person) }
  }
}
