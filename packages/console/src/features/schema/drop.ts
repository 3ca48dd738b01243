import type { Environment } from '@millwright/contract/wire/environment'
import { confirm } from '../../confirm/confirm.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { previewCalls, runCalls, type SchemaCall } from './schema-calls.ts'
import { lossesOf } from './use-schema-form.ts'

export interface Drop {
  readonly question: string
  readonly action: string
  readonly calls: readonly SchemaCall[]
  /** What is lost, as far as the console can determine. */
  readonly loses: string
  /** Whether the server can preview the losses. */
  readonly preview: boolean
  /** Path of what is dropped, if other records can name it. */
  readonly named?: string
  /** Reads again what the calls may have changed, also those that failed. */
  readonly reread: () => void
}

/** Asks for confirmation, naming the losses or why the drop will fail, and what names it, then runs the calls. Resolves to `false` if the user cancels. */
export async function drop(
  environment: Environment,
  { question, action, calls, loses, preview, named, reread }: Drop,
): Promise<boolean> {
  const { namedQuestion } = await import('../../widgets/list/deletion/deletion-question.tsx')
  const [warnings, body] = await Promise.all([
    preview ? previewCalls(calls).then(lossesOf, (error) => [messageOf(error)]) : [],
    named === undefined ? null : namedQuestion(environment, [named]),
  ])
  return confirm({
    title: question,
    text: warnings.length > 0 ? warnings.join(' ') : loses,
    body,
    action,
    danger: true,
    run: () => runCalls(calls).finally(reread),
  })
}
