import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  lastUseUnknown: 'Dieser Server teilt nicht mit, wann etwas verwendet wurde.',
  never: 'Nie',
  stillTried: 'Noch versucht',
  assignedNowhere: 'Nicht zugewiesen',
  noStatus: 'kein Status',
  neverUsedCounted: 'Seit Beginn der Zählung nie verwendet',
  used: 'Verwendet {time}',
  usedRequest: 'Verwendet {time} ({service}, {status})',
  refused: 'Abgelehnt {time}',
  requestsIn30Days: '{count, plural, one {# Anfrage} other {# Anfragen}} in 30 Tagen',
  neverUsed: 'Nie verwendet',
  unusedFor30Days: 'Seit 30 Tagen nicht verwendet',
  unusedFor90Days: 'Seit 90 Tagen nicht verwendet',
  unusedFor180Days: 'Seit 180 Tagen nicht verwendet',
  calledThoughInactive: 'Noch aufgerufen, obwohl inaktiv',
  cut: '{label}: die {most, number} am längsten unbenutzten',
  use: 'Verwendung',
  lastUsed: 'Zuletzt verwendet',
}
