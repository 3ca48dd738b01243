import { messageOf } from '../instance/instance-error.ts'
import { notify } from './notify.ts'

/** Tells what came between, in the words of the instance; the next such news takes its place. */
export function notifyRefusal(error: unknown): void {
  notify({ type: 'error', title: 'Api Error', text: messageOf(error), tag: 'refusal' })
}
