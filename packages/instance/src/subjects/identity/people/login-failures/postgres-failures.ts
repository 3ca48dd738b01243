import { Semaphore } from '@millwright/connector/semaphore'
import type { Statements, Store } from '../../../../store/store.ts'
import { tooManySignIns } from '../passwords.ts'
import { type AttemptResult, type FailureCount, type LoginFailures, notCounted, type Tried } from './login-failures.ts'

interface Row {
  readonly failures: number
  readonly until: number
}

/** Milliseconds for which a network with a login to an account is remembered. */
const familiarFor = 30 * 24 * 3_600_000
/** Number of attempts that a node counts at once, as those from one network wait for each other, and of those that may wait. */
const atOnce = 2
const mayWait = 200
/** Number of attempts between deletions of expired rows. */
const sweepEvery = 1000

/** Counters in the instance's own PostgreSQL, shared by all nodes. */
export function createPostgresFailures(store: Pick<Store, 'write' | 'statements'>): LoginFailures {
  const queue = new Semaphore({ width: atOnce, depth: mayWait, refusal: tooManySignIns })
  let tries = 0

  async function add(tx: Statements, { name, window }: FailureCount, now: number): Promise<Row> {
    const row = await tx.first<Row>(
      `insert into login_failure as old (name, failures, until, mark) values ($1, 1, $2, '')
       on conflict (name) do update set
         failures = case when old.until > $3 then old.failures + 1 else 1 end,
         until = case when old.until > $3 then old.until else excluded.until end
       returning failures, until`,
      [name, now + window, now],
    )
    return row ?? { failures: 1, until: now + window }
  }

  async function mark(tx: Statements, name: string, text: string, until: number): Promise<void> {
    await tx.all(
      `insert into login_failure (name, failures, until, mark) values ($1, 0, $2, $3)
       on conflict (name) do update set until = excluded.until, mark = excluded.mark`,
      [name, until, text],
    )
  }

  async function take(tried: Tried, now: number): Promise<AttemptResult> {
    const { here, everywhere, network, guess } = tried
    tries += 1
    if (tries % sweepEvery === 0) await store.write((tx) => swept(tx, now))
    try {
      await store.write(async (tx) => {
        await takeTurn(tx, network)
        const rows = new Map<string, Row>()
        for (const each of [here, everywhere, network]) rows.set(each.name, await add(tx, each, now))
        const marks = await tx.all<{ name: string; mark: string }>(
          'select name, mark from login_failure where name = any($1) and until > $2',
          [[guessOf(here), familiarOf(here)], now],
        )
        const last = marks.find(({ name }) => name === guessOf(here))?.mark
        const [endpoint, mac] = last?.split(' ') ?? []
        if (guess !== null && mac === guess.mac && endpoint !== guess.endpoint) throw new Repeated()
        const isFamiliar = marks.some(({ name }) => name === familiarOf(here))
        const over = [here, network, ...(isFamiliar ? [] : [everywhere])].flatMap(({ name, most }) => {
          const row = rows.get(name)
          return row !== undefined && row.failures > most ? [row.until - now] : []
        })
        if (over.length > 0) throw new TooMany(Math.max(...over))
        if (guess !== null) await mark(tx, guessOf(here), `${guess.endpoint} ${guess.mac}`, now + here.window)
      })
      return { wait: 0, takeBack: () => takeBack(tried) }
    } catch (error) {
      if (error instanceof TooMany) return notCounted(error.wait)
      if (!(error instanceof Repeated)) throw error
    }
    await store.write(async (tx) => tx.all('delete from login_failure where name = $1', [guessOf(here)]))
    return notCounted(0)
  }

  async function takeBack({ here, everywhere, network }: Tried): Promise<void> {
    await store.write(async (tx) => {
      await takeTurn(tx, network)
      for (const each of [here, everywhere, network]) await subtract(tx, each)
      await tx.all('delete from login_failure where name = $1', [guessOf(here)])
    })
  }

  async function subtract(tx: Statements, { name }: FailureCount): Promise<void> {
    await tx.all('update login_failure set failures = failures - 1 where name = $1 and failures > 0', [name])
  }

  return {
    take: (tried, now) => queue.run(() => take(tried, now)),
    async forget({ here, everywhere, network }, now) {
      await store.write(async (tx) => {
        await takeTurn(tx, network)
        await subtract(tx, network)
        await tx.all('delete from login_failure where name = any($1)', [[here.name, everywhere.name, guessOf(here)]])
        await mark(tx, familiarOf(here), '', now + familiarFor)
      })
    },
    close: () => Promise.resolve(),
  }
}

/** Advisory lock namespace, unlikely to collide with other programs on the same PostgreSQL. */
const turns = 714_653

/** Serializes attempts from one network, which could deadlock on their counters otherwise. */
async function takeTurn(tx: Statements, { name }: FailureCount): Promise<void> {
  await tx.all('select pg_advisory_xact_lock($1, hashtext($2))', [turns, name])
}

async function swept(tx: Statements, now: number): Promise<void> {
  await tx.all(
    `delete from login_failure where name in
       (select name from login_failure where until <= $1 for update skip locked)`,
    [now],
  )
}

const guessOf = ({ name }: FailureCount) => `guess ${name}`
const familiarOf = ({ name }: FailureCount) => `familiar ${name}`

/** Rolls back the counting, as rejected attempts do not count. */
class TooMany extends Error {
  readonly wait: number

  constructor(wait: number) {
    super('Too many failed tries')
    this.wait = wait
  }
}

class Repeated extends Error {}
