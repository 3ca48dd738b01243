import { catalogue } from '../../../language/catalogue.ts'

/** Texts of event name suggestions. */
export const t = catalogue({
  allEvents: 'All {service} events',
})
