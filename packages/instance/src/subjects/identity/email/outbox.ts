import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message, Outbox, StoredMail } from '../../../gateway/ports/mail.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isoMicros } from '../../../platform/clock.ts'
import { printAddress } from './message.ts'

const idPattern = /^\d{17}-[0-9a-f]{8}$/

/** Stores each mail as a JSON file in `folder`, which is created with the first mail. Stores at most `capacity` mails. */
export function createOutbox(folder: string, clock: Clock, capacity = 1000): Outbox {
  const fileOf = (id: string) => join(folder, `${id}.json`)

  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(absent)
    return (names ?? [])
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => idPattern.test(id))
      .sort()
  }

  async function keep(message: Message): Promise<void> {
    const mail = outboxMail(message, clock())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(fileOf(mail.id), JSON.stringify(mail, null, 2))
    const kept = await ids()
    await Promise.all(kept.slice(0, Math.max(0, kept.length - capacity)).map((id) => rm(fileOf(id), { force: true })))
  }

  async function get(id: string): Promise<StoredMail | null> {
    if (!idPattern.test(id)) return null
    const text = await readFile(fileOf(id), 'utf8').catch(absent)
    if (text === null) return null
    const mail: StoredMail = JSON.parse(text)
    return mail
  }

  return { keep, ids, get }
}

function outboxMail(message: Message, now: number): StoredMail {
  const stamp = new Date(now).toISOString().replace(/\D/g, '')
  return {
    id: `${stamp}-${randomBytes(4).toString('hex')}`,
    date: isoMicros(now),
    to: message.to.map(printAddress).join(', '),
    subject: message.subject,
    body_text: message.text,
    body_html: message.html,
    only_for: message.onlyFor ?? null,
  }
}

/** Writes atomically: readers see the whole file or none. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
