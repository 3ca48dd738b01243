import { serverTexts } from '../../../language/server-texts.ts'

/** Labels and help that a server declares for settings of services. */
export const declaredTexts = serverTexts(() => import('./declared-texts.de.json'))
