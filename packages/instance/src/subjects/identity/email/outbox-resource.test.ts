import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiRequest, Params } from '../../../request/api-request.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { createOutbox, createOutboxResource } from './outbox.ts'

let folder = ''
let resource: SystemResource

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-outbox-'))
  let now = 0
  const outbox = createOutbox(folder, () => now)
  for (const subject of ['one', 'two', 'three']) {
    now += 1000
    await outbox.keep({
      from: { name: '', address: 'a@b.c' },
      replyTo: null,
      to: [{ name: '', address: 'ann@example.org' }],
      cc: [],
      bcc: [],
      subject,
      text: 'text',
      html: '<p>',
    })
  }
  resource = createOutboxResource(outbox, async () => new Map([['root@example.org', 1]]))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function request(params: Params = {}, sysadmin = true, verb: ApiRequest['verb'] = 'GET'): ApiRequest {
  const caller = { user: null, app: null, role: null, sysadmin, token: null, sentKey: false }
  const path = {
    verb,
    service: 'system',
    resource: 'outbox',
    params,
    payload: undefined,
    payloadFormat: 'none',
  } as const
  return {
    ...path,
    headers: {},
    sentToken: null,
    caller,
    requestor: 'API',
    origin: 'http://localhost',
    address: '127.0.0.1',
  }
}

async function refusal(given: ApiRequest, rest: readonly string[] = []): Promise<string> {
  try {
    await resource.handle(given, rest)
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`
    throw error
  }
  return 'accepted'
}

async function list(params: Params): Promise<unknown> {
  return (await resource.handle(request(params), [])).body
}

const subjects = (...names: string[]) => ({ resource: names.map((subject) => expect.objectContaining({ subject })) })

describe('the outbox resource', () => {
  it('is readable for system administrators only', async () => {
    expect(await refusal(request({}, false))).toMatch(/^403 /)
    expect(await refusal(request({}, true, 'DELETE'))).toMatch(/^400 DELETE/)
  })

  it('rejects unsupported requests', async () => {
    expect(await refusal(request({ filter: 'a = 1' }))).toMatch(/^400 /)
    expect(await refusal(request({ order: 'subject' }))).toMatch(/^400 /)
    expect(await refusal(request({ limit: 'x' }))).toMatch(/^400 /)
    expect(await refusal(request(), ['..'])).toMatch(/^404 /)
  })

  it('lists the newest mail first, in pages, with a count', async () => {
    expect(await list({})).toEqual(subjects('three', 'two', 'one'))
    expect(await list({ order: 'date asc', limit: '1', offset: '1' })).toEqual(subjects('two'))
    expect(await list({ limit: '1', include_count: 'true' })).toEqual({ ...subjects('three'), meta: { count: 3 } })
  })

  it('hides mails to an administrator that were stored without their receiver', async () => {
    const id = '19700101000005000-00000000'
    const mail = { id, date: '', to: 'Root <Root@example.org>', subject: 'old', body_text: '', body_html: '' }
    await writeFile(join(folder, `${id}.json`), JSON.stringify(mail))
    expect(await list({})).toEqual(subjects('three', 'two', 'one'))
    expect(await refusal(request(), [id])).toMatch(/^404 /)
  })

  it('shows one mail', async () => {
    const { body } = await resource.handle(request({ limit: '1' }), [])
    const [mail] = (body as { resource: { id: string }[] }).resource
    expect((await resource.handle(request(), [mail?.id ?? ''])).body).toEqual(mail)
  })
})
