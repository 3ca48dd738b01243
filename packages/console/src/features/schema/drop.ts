import { confirm } from '../../confirm/confirm.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { previewCalls, runCalls } from './run-calls.ts'
import type { SchemaCall } from './schema-calls.ts'
import { lossesOf } from './use-schema-form.ts'

export interface Drop {
  readonly question: string
  readonly action: string
  readonly calls: readonly SchemaCall[]
  /** What is lost, as far as the console can determine. */
  readonly loses: string
  /** Whether the server can preview the losses. */
  readonly preview: boolean
}

/** Asks for confirmation, naming the losses or why the drop will fail, then runs the calls. Resolves to `false` if the user cancels. */
export async function drop({ question, action, calls, loses, preview }: Drop): Promise<boolean> {
  const told = preview ? await previewCalls(calls).then(lossesOf, (error) => [messageOf(error)]) : []
  return confirm({
    title: question,
    text: told.length > 0 ? told.join(' ') : loses,
    action,
    danger: true,
    run: () => runCalls(calls),
  })
}
