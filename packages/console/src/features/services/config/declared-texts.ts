import { serverTexts } from '../../../language/server-texts.ts'

/** Labels and help texts that a server declares for service settings. */
export const declaredTexts = serverTexts(() => import('./declared-texts.de.json'))
