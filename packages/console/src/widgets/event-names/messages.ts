import { catalogue } from '../../language/catalogue.ts'

/** Texts of the suggested names of events. */
export const t = catalogue({
  allEvents: 'All {service} events',
})
