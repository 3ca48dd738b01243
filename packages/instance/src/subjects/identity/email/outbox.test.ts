import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../gateway/ports/mail.ts'
import { createOutbox } from './outbox.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-outbox-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const message: Message = {
  from: { name: '', address: 'no-reply@example.org' },
  replyTo: null,
  to: [{ name: 'Ann Lee', address: 'ann@example.org' }],
  cc: [],
  bcc: [],
  subject: 'Hello',
  text: 'text',
  html: '<p>text</p>',
}

describe('the outbox', () => {
  it('is empty before the first mail, and then has its own files only', async () => {
    const outbox = createOutbox(join(folder, 'later'), () => 0)
    expect(await outbox.ids()).toEqual([])
    await writeFile(join(folder, 'secret.json'), '{}')
    const other = createOutbox(folder, () => 0)
    expect(await other.ids()).toEqual([])
    expect(await other.get('secret')).toBeNull()
    expect(await other.get('../secret')).toBeNull()
    expect(await other.get('19700101000000000-00000000')).toBeNull()
  })

  it('stores a complete mail in a file', async () => {
    const outbox = createOutbox(folder, () => Date.UTC(2026, 10, 20, 21, 50, 1, 5))
    await outbox.keep(message)
    const [id = ''] = await outbox.ids()
    expect(await outbox.get(id)).toEqual({
      id,
      date: '2026-11-20T21:50:01.005000Z',
      to: 'Ann Lee <ann@example.org>',
      subject: 'Hello',
      body_text: 'text',
      body_html: '<p>text</p>',
      only_for: null,
    })
    expect(await readdir(folder)).toEqual([`${id}.json`])
  })

  it('deletes the oldest mails when it is full', async () => {
    let now = 0
    const outbox = createOutbox(folder, () => now, 2)
    for (const subject of ['one', 'two', 'three']) {
      now += 1000
      await outbox.keep({ ...message, subject })
    }
    const mails = await Promise.all((await outbox.ids()).map((id) => outbox.get(id)))
    expect(mails.map((mail) => mail?.subject)).toEqual(['two', 'three'])
  })
})
