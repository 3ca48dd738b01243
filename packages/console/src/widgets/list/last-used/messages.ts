import { catalogue } from '../../../language/catalogue.ts'

/** Texts for when something was last used. */
export const t = catalogue({
  lastUseUnknown: 'This server does not report last use.',
  never: 'Never',
  stillTried: 'Still tried',
  assignedNowhere: 'Not assigned',
  noStatus: 'no status',
  neverUsedCounted: 'Never used since counting started',
  used: 'Used {time}',
  usedRequest: 'Used {time} ({service}, {status})',
  refused: 'Refused {time}',
  requestsIn30Days: '{count, plural, one {# request} other {# requests}} in 30 days',
  neverUsed: 'Never used',
  unusedFor30Days: 'Unused for 30 days',
  unusedFor90Days: 'Unused for 90 days',
  unusedFor180Days: 'Unused for 180 days',
  calledThoughInactive: 'Still called although inactive',
  cut: '{label}: the {most, number} unused longest',
  use: 'Usage',
  lastUsed: 'Last Used',
})
