import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { keepAsking } from '../../e2e/attack/held-node.ts'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type RunningInstance } from '../../e2e/harness/instance.ts'
import { processorTime } from './processes.ts'

export interface AnswerTime {
  /** Followed by the status of a refusal. */
  readonly question: string
  /** Milliseconds within which 19 of 20 answers were complete; of fewer answers, all. */
  readonly time: number
  /** Milliseconds within which as many answers began. */
  readonly begun: number
  /** Milliseconds of the node's processor time per answer, which tells how long it takes on a machine that does nothing else. */
  readonly processor: number
  /** The longest that `/health/live` took meanwhile, in milliseconds. */
  readonly held: number
  /** The most that the resident memory grew by, in MB. */
  readonly grown: number
  readonly bytes: number
}

const rounds = 20
/** Milliseconds after which a question that takes long is not asked again. */
const patience = 30_000

type Asked = Pick<RunningInstance, 'url' | 'memory' | 'pid'>

/** Asks one question after the other as the first administrator. `questions`: paths below the prefix, by what they ask. */
export async function askAll(
  instance: Asked,
  questions: Readonly<Record<string, string>>,
): Promise<readonly AnswerTime[]> {
  const { token } = await signIn(instance.url, firstAdmin)
  const times: AnswerTime[] = []
  for (const [question, path] of Object.entries(questions)) {
    times.push(await ask(instance, token, question, path))
    console.error(JSON.stringify(times.at(-1)))
  }
  return times
}

async function ask(instance: Asked, token: string, question: string, path: string): Promise<AnswerTime> {
  const [times, begins]: [number[], number[]] = [[], []]
  const before = instance.memory() ?? Number.NaN
  const live = keepAsking(instance)
  const spent = processorTime([instance.pid])
  const first = performance.now()
  const send = () => fetch(`${instance.url}${apiPrefix}/${path}`, { headers: { [sessionTokenHeader]: token } })
  let [bytes, refused] = [0, '']
  while (times.length < rounds && performance.now() - first < patience) {
    const started = performance.now()
    // A node closes idle connections, which may be when the next request is on its way.
    const response = await send().catch(send)
    begins.push(performance.now() - started)
    bytes = (await response.arrayBuffer()).byteLength
    times.push(performance.now() - started)
    if (response.status !== 200) refused = ` (${response.status})`
  }
  const { held, memory } = await live.end()
  const processor = (processorTime([instance.pid]) - spent) / times.length
  const grown = (memory ?? Number.NaN) - before
  return { question: question + refused, time: mostOf(times), begun: mostOf(begins), processor, held, grown, bytes }
}

/** The longest but one of all rounds. */
function mostOf(times: readonly number[]): number {
  const [longest = Number.NaN, ...others] = times.toSorted((one, other) => other - one)
  return times.length < rounds ? longest : (others[0] ?? longest)
}

/** The cells of a row in `docs/operate/sizing.md`. */
export const cellsOf = ({ question, time, processor, held, grown }: AnswerTime): readonly string[] => [
  question,
  `${Math.round(time)} ms`,
  `${Math.round(processor)} ms`,
  `${held} ms`,
  `${Math.round(Math.max(0, grown))} MB`,
]
