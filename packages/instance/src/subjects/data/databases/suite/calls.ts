import type { Verb } from '@millwright/contract/verbs'
import { expect } from 'vitest'
import type { TestInstance } from '../../../../testing/test-instance.ts'

export interface Credentials {
  readonly as?: { readonly token: string }
  readonly key?: string
}

interface Refusal {
  readonly code: number
  readonly status_code: number
  readonly message: string
  readonly context: { readonly error: number[]; readonly resource: unknown[] }
}

/** Calls of `db/_table`, as an administrator by default. */
export function tableCalls({ send, root }: TestInstance, credentials: Credentials = { as: root }) {
  async function call(verb: Verb, path: string, body?: unknown) {
    const { status, body: answer } = await send<Record<string, unknown>>(verb, `db/_table/${path}`, {
      ...credentials,
      ...(body === undefined ? {} : { body }),
    })
    return { status, body: answer }
  }

  async function refused(verb: Verb, path: string, body?: unknown): Promise<Refusal | undefined> {
    return (await call(verb, path, body)).body.error as Refusal | undefined
  }

  return {
    call,
    /** Returns the records of a list. */
    list: async (path: string) => (await call('GET', path)).body.resource,
    /** Returns status and message of an error. */
    async refusal(verb: Verb, path: string, body?: unknown): Promise<string> {
      const error = await refused(verb, path, body)
      return `${error?.status_code} ${error?.message}`
    },
    /** Returns the positions that failed in a batch, and the result of each record. */
    async batch(verb: Verb, path: string, body?: unknown) {
      const error = await refused(verb, path, body)
      return { code: error?.code, failed: error?.context.error, rows: error?.context.resource }
    },
    async clear(...tables: string[]): Promise<void> {
      for (const table of tables) expect((await call('DELETE', `${table}?force=true`)).body).toEqual({ success: true })
    },
  }
}
