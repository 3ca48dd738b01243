import { type ServerTexts, serverTexts } from '../language/server-texts.ts'
import { InstanceError } from './instance-error.ts'

/** Sentences of refusals and of what is out of order, as instances of ours say them. */
export const serverSentences = serverTexts(() => import('./server-sentences.de.json'))

/** A refusal in the reader's language, as far as its sentences are known there; any other error as it is. */
export async function inTheirLanguage(error: unknown): Promise<unknown> {
  if (!(error instanceof InstanceError)) return error
  await serverSentences.load()
  return saidBy(serverSentences, error)
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
