import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the component field. */
export const t = catalogue({
  serviceError: 'Service Error',
  serviceMissing: 'Choose a service first.',
  askingTheService: 'Loading from the service…',
})
