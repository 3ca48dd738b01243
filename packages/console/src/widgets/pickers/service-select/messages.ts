import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the service picker. */
export const t = catalogue({
  services: 'services',
  chooseAService: 'Choose a service',
  addServices: 'Add services',
  removeService: 'Remove {name}',
  failing: 'Failing',
  notFound: 'Not found',
  searchServices: 'Search services',
  noServiceMatches: 'No service matches “{text}”.',
  moreHelp: 'There are more services. Type to find them.',
  showMore: 'Show more',
  maybeDeleted: 'It may have been deleted, or your role has no access to it.',
  thereIsNone: 'There is no {noun} named {name}.',
  many: '{noun}s',
})
