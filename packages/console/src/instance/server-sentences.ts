import { type ServerTexts, serverTexts } from '../language/server-texts.ts'
import { InstanceError } from './instance-error.ts'

/** Messages of errors and health checks, as our instances send them. */
export const serverMessages = serverTexts(() => import('./server-sentences.de.json'))

/** Translates the message of an `InstanceError` as far as translations are known; returns any other error unchanged. */
export async function translateError(error: unknown): Promise<unknown> {
  if (!(error instanceof InstanceError)) return error
  await serverMessages.load()
  return saidBy(serverMessages, error)
}

function saidBy({ say }: Pick<ServerTexts, 'say'>, error: InstanceError): InstanceError {
  const message = error.message.split('\n').map(say).join('\n')
  const fields = Object.entries(error.fieldMessages).map(([field, messages]) => [field, messages.map(say)])
  return new InstanceError(message, {
    kind: error.kind,
    status: error.status,
    code: error.code,
    context: error.context,
    fields: Object.fromEntries(fields),
    rows: error.rowMessages.map((row) => ({ ...row, message: say(row.message) })),
    retryAfter: error.retryAfter,
    cause: error,
  })
}
