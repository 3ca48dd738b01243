import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the panels and dialogs over the list. */
export const t = catalogue({
  one: 'Limit',
  created: 'Limit saved successfully.',
  updated: 'Limit updated successfully.',
  pleaseSelect: 'Please Select...',
  inactiveNote: 'It has no effect until it is active.',
  info: 'Info',
  use: 'Counter',
  rateHelp: 'How many requests are allowed per period.',
  activeHelp: 'An inactive limit counts nothing and rejects nothing.',
  typeHelp: 'What the limit counts.',
  endpointHelp: 'A path in the service, such as _table/contact. A trailing * includes everything below.',
  requestsAreCounted:
    '{user, select, one {One user’s} each {Every user’s own} other {All}} requests{where, select, endpoint { to one path in a service} service { to one service} role { made with one role} other {}} are counted{user, select, each {} other { together}}.',
  limitedRequests: 'Limited requests were refused by any limit; this one allows {rate} {per}.',
  chartHelp: 'The chart shows the counter while this page is open.',
  limitLine: 'Limit {max, number}',
  chart: 'Usage since {since}: at most {peak, number} of {max, number}',
  peakValue: 'At most {peak, number} of {max, number} since then',
  countersFailed: 'Could not load the counters.',
  periodUsage: 'Used in this period',
  eachUserPer: 'Each user, {per}',
  noneOfUsers:
    '{count, plural, =0 {No user has made a request in this period.} other {None of {count, number} users has made a request in this period.}}',
  usersCounted: '{used, number} of {all, number} users have made requests in this period.',
  mostUsers:
    '{used, number} of {all, number} users have made requests in this period; the top {most, number} are listed.',
  useByUser: 'Usage by user',
})
